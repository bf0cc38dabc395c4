"""Phrases of numpy. phrases.cpp says the same in Eigen and prints the same numbers."""
import numpy as np

# [numpy]
a = np.array([[1, 2, 3], [4, 5, 6]])
b = np.array([[1, 0], [2, 1], [0, 3]])
product = a @ b
squares = a * a
turned = a.T
total = a.sum()
columns = a.sum(axis=0, keepdims=True)
shifted = a - columns
positive = np.maximum(shifted, -4)
row = a[1:2, :]
block = a[0:2, 1:3]
zeros = np.zeros((2, 3))
# [/numpy]

print(total)
for m in (product, squares, turned, columns, shifted, positive, row, block, zeros):
    print("\n".join(" ".join(str(int(v)) for v in line) for line in m))
