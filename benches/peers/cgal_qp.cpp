// Solves a convex quadratic program with CGAL's exact solver, and prints how long that took and the exact minimum.
//
//   cgal_qp FILE [bland | dantzig | default]
//
// minimises ½ Σ h_i x_i² + Σ c_i x_i over free variables x subject to a_j·x = b_j (j < e), a_j·x ≥ b_j (j ≥ e). All numbers in the file
// are integers, separated by white space:
//
//   variables rows e
//   h_1 … h_n
//   c_1 … c_n
//   for each row: b count  (variable coefficient) × count     variables are counted from 0
//
// The word is the pricing rule. Bland's is the fastest on the programs of diamonds, about twice as fast as CGAL's default, and is the one taken if none is
// given.
//
// Output: `status objective iterations seconds processor-seconds`, the objective as a fraction p/q.

#include <CGAL/Gmpz.h>
#include <CGAL/QP_functions.h>
#include <CGAL/QP_models.h>
#include <chrono>
#include <ctime>
#include <fstream>
#include <iostream>
#include <string>

typedef CGAL::Gmpz Integer;
typedef CGAL::Quadratic_program<Integer> Program;
typedef CGAL::Quadratic_program_solution<Integer> Solution;

static bool read(std::istream &in, Program &program) {
  int variables, rows, equalities;
  if (!(in >> variables >> rows >> equalities)) return false;
  Integer value;
  // CGAL minimises xᵀDx + cᵀx and takes 2D.
  for (int i = 0; i < variables && in >> value; ++i) program.set_d(i, i, value);
  for (int i = 0; i < variables && in >> value; ++i) program.set_c(i, value);
  for (int j = 0; j < rows; ++j) {
    int count, variable;
    if (!(in >> value >> count)) return false;
    program.set_b(j, value);
    program.set_r(j, j < equalities ? CGAL::EQUAL : CGAL::LARGER);
    for (int k = 0; k < count && in >> variable >> value; ++k) program.set_a(variable, j, value);
  }
  return bool(in);
}

int main(int count, char **arguments) {
  if (count < 2 || count > 3) return 2;
  const std::string pricing = count == 3 ? arguments[2] : "bland";
  CGAL::Quadratic_program_options options;
  if (pricing == "bland") options.set_pricing_strategy(CGAL::QP_BLAND);
  else if (pricing == "dantzig") options.set_pricing_strategy(CGAL::QP_DANTZIG);
  else if (pricing != "default") return 2;
  std::ifstream in(arguments[1]);
  Program program(CGAL::LARGER, false, 0, false, 0);
  if (!read(in, program)) {
    std::cerr << arguments[1] << ": not a program\n";
    return 2;
  }
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t processor_start = std::clock();
  const Solution solution = CGAL::solve_quadratic_program(program, Integer(), options);
  const double processor = double(std::clock() - processor_start) / CLOCKS_PER_SEC;
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  const char *status = solution.is_optimal() ? "optimal" : solution.is_infeasible() ? "infeasible" : "unbounded";
  const auto objective = solution.objective_value();
  std::cout << status << ' ' << objective.numerator() << '/' << objective.denominator() << ' '
            << solution.number_of_iterations() << ' ' << elapsed.count() << ' ' << processor << '\n';
  return 0;
}
