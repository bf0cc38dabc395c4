// 01.6  Predict, then run (about 15 min)
//
// State these numbers before you run anything. A pencil is enough; every one follows from the page.
// Then let the check compute them.
//
//   parameters     how many numbers does training change in the network 81 -> 56 -> 1?
//                  (two linear layers, each with weights and biases)
//   first_loss     a new network says about 0.5 to everything. What does cross-entropy charge for a
//                  picture, whatever its label? To three digits.
//   slope          y = mean((10 x)^2) at x = (1, 2, 3, 4). What is dy/dx at the LAST of them?
//                  (The page has three numbers x; here are four.)
//   tape_entries   how many entries does the tape hold after  y = mean(square(10.0 * x))  if x was
//                  made by tape.variable()?
//   loss_runs      how many times does a gradient check of the whole network 81 -> 56 -> 1 compute
//                  the loss? (central differences; the backward pass not counted)
//   shared         y = x * x * x is recorded as two products. x = 2. What is dy/dx?
//
// Replace the throw by   return {..., ..., ..., ..., ..., ...};   in this order.
//
// Check it:  ./learn check 01.6        Stuck:  ./learn hint 01.6
#pragma once
#include "common/core/error.hpp"

struct Prediction {
  double parameters;
  double first_loss;
  double slope;
  double tape_entries;
  double loss_runs;
  double shared;
};

inline Prediction prediction() {
  throw dls::NotDone("01.6 predict: six numbers, stated before the run");
}
