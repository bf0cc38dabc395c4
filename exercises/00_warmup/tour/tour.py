"""A tour in Python. tour.cpp says the same in C++ and prints the same lines."""
# [values]
x = [1, 2, 3]
y = x.copy()  # a second list
z = x         # a second name
y[0] = 10
z[1] = 20
print(x, y)
# [/values]


# [function]
def double_all(values):
    for i in range(len(values)):
        values[i] *= 2
# [/function]


double_all(x)
print(x)

# [words]
ages = {"ada": 36, "alan": 41}
ages["grace"] = 85
for name, age in ages.items():
    print(f"{name} is {age}")

names = list(ages)
names.sort(key=lambda n: -ages[n])
print(names)
# [/words]


# [block]
class Entered:
    def __enter__(self):
        print("in")

    def __exit__(self, *error):
        print("out")


with Entered():
    print("inside")
print("behind")
# [/block]

# [owner]
first = [1, 2, 3]
second, first = first, None
print(len(second), first is None)
# [/owner]

# [numbers]
print(7 / 2, 7 // 2)
print(2**53 + 1)
print(3 > -1)
# [/numbers]


# [generic]
def largest(values):
    best = values[0]
    for v in values:
        best = v if v > best else best
    return best


print(largest([3, 9, 4]))
print(largest([0.5, 0.25]))
# [/generic]


# [mean]
def mean(x):
    if not x:
        raise ValueError(
            "mean: there are no numbers")
    return sum(x) / len(x)
# [/mean]


# [errors]
try:
    mean([])
except ValueError as error:
    print(error)
# [/errors]
