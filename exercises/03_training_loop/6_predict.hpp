// 03.6  Predict, then run (about 20 min)
//
// State these numbers before you run anything. A pencil is enough. Then let the check compute them.
// The network is the chapter's, 784 -> 64 -> 64 -> 10, in float32 (4 bytes a number); the training
// has 55,000 pictures, batches of 32, and Adam with a learning rate of 0.0002.
//
//   parameters    how many numbers does training change?
//   mult_adds     how many products (each one added to a sum) for one picture, forward? Weights
//                 only; biases are added, not multiplied.
//   flops         how many floating-point operations (FLOPs) does a training step take, forward and
//                 backward, for the matrix products alone? A product and its addition are two. Each
//                 layer needs a product for its output and one for the gradient of its weights, and
//                 one for the gradient of its input if anybody asks for that.
//   state_bytes   Adam keeps two numbers for each parameter. A checkpoint holds the parameters and
//                 these: how many bytes of numbers?
//   steps         how many steps does an epoch take? The last batch may be smaller.
//   first_move    the gradient of a weight is 50. How far does Adam move it in its first step?
//   stop_epoch    the validation losses are 0.50 0.40 0.45 0.40 0.42 0.41 0.38. Patience is 3
//                 epochs in a row without a new smallest loss. After which does training stop?
//   tape_nodes    how many operations does the tape record for one forward pass in inference mode?
//
// Replace the throw by   return {..., ..., ..., ..., ..., ..., ..., ...};   in this order.
//
// Check it:  ./learn check 03.6        Stuck:  ./learn hint 03.6
#pragma once
#include "common/core/error.hpp"

struct Prediction {
  double parameters;
  double mult_adds;
  double flops;
  double state_bytes;
  double steps;
  double first_move;
  double stop_epoch;
  double tape_nodes;
};

inline Prediction prediction() {
  throw dls::NotDone("03.6 predict: eight numbers, stated before the run");
}
