#include "self_attention.h"

namespace attention {

template SelfAttention<double> selfAttention(const Matrix<double>&, const Matrix<double>&,
                                             const Matrix<double>&, const Matrix<double>&);

}  // namespace attention
