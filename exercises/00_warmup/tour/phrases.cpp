// Phrases of Eigen. phrases.py says the same in numpy and
// prints the same numbers.
#include <Eigen/Core>
#include <iostream>

using Matrix = Eigen::Matrix<double, Eigen::Dynamic,
                             Eigen::Dynamic, Eigen::RowMajor>;

int main() {
  // [eigen]
  const Matrix a{{1, 2, 3}, {4, 5, 6}};
  const Matrix b{{1, 0}, {2, 1}, {0, 3}};
  const Matrix product = a * b;
  const Matrix squares = a.cwiseProduct(a);
  const Matrix turned = a.transpose();
  const double total = a.sum();
  const Matrix columns = a.colwise().sum();
  const Matrix shifted = a.rowwise() - columns.row(0);
  const Matrix positive = shifted.cwiseMax(-4);
  const Matrix row = a.row(1);
  const Matrix block =
      a.block(0, 1, 2, 2);  // from (0,1), 2 by 2
  const Matrix zeros = Matrix::Zero(2, 3);
  // [/eigen]

  std::cout << total << "\n";
  const Eigen::IOFormat plain(Eigen::StreamPrecision,
                              Eigen::DontAlignCols, " ");
  for (const Matrix& m : {product, squares, turned, columns,
                          shifted, positive, row, block, zeros})
    std::cout << m.format(plain) << "\n";
}
