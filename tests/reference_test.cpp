#include "attention/reference.h"

#include "support/catch.h"
#include "support/compare.h"
#include "support/matrices.h"

using namespace attention;
using namespace attention::testing;

namespace {

template <class S = double>
Trace<S> trace(const Matrix<S>& q, const Matrix<S>& k, const Matrix<S>& v,
               Options<S> options = {}) {
  return reference(oneHead(q, k, v, std::move(options)));
}

Options<double> attending(const std::vector<std::string>& rows) {
  Options<double> options;
  options.attend = picture(rows);
  return options;
}

Options<double> scaled(double scale) {
  Options<double> options;
  options.scale = scale;
  return options;
}

Options<double> biased(const Matrix<double>& bias) {
  Options<double> options;
  options.bias = {bias};
  return options;
}

const auto one = matrix({{1}});

}  // namespace

TEST_CASE("kedi mindere oturdu, pass by pass", "[reference]") {
  const auto t = trace(matrix({{3, 1, 3, 1}, {1, 1, 1, 5}, {3, 2, 3, 1}}),
                       matrix({{1, 0, 1, 0}, {0, 1, 0, 1}, {1, 1, 0, 0}}),
                       matrix({{2, 0, 1, 0}, {0, 2, 0, 1}, {1, 1, 2, 2}}));
  const auto scaledByHand = matrix({{3, 1, 2}, {1, 3, 1}, {3, 1.5, 2.5}});
  CHECK(t.scores_hqk.at(0) == matrix({{6, 2, 4}, {2, 6, 2}, {6, 3, 5}}));
  CHECK(t.scaled_hqk.at(0) == scaledByHand);
  CHECK(t.masked_hqk.at(0) == scaledByHand);
  // e^-2, e^-1, e^-1.5 and e^-0.5, from tables.
  CHECK(difference(t.exponentials_hqk.at(0),
                   matrix({{1, 0.1353352832366127, 0.36787944117144233},
                           {0.1353352832366127, 1, 0.1353352832366127},
                           {1, 0.22313016014842982, 0.60653065971263342}}),
                   1e-15) == "");
  CHECK(difference(t.weights_hqk.at(0),
                   matrix({{0.6652409557748219, 0.090030573170380462, 0.24472847105479764},
                           {0.10650697891920075, 0.78698604216159851, 0.10650697891920075},
                           {0.54654938726617963, 0.12195165230972886, 0.33149896042409149}}),
                   1e-15) == "");
  CHECK(
      difference(
          t.output_hqc.at(0),
          matrix(
              {{1.5752103826044415, 0.42478961739555859, 1.1546978978844171, 0.57948751527997577},
               {0.31952093675760224, 1.6804790632423978, 0.31952093675760224, 1},
               {1.4245977349564507, 0.57540226504354919, 1.2095473081143626, 0.78494957315791192}}),
          1e-15) == "");
}

TEST_CASE("ben gel dim, with the scale and without", "[reference]") {
  const auto q = matrix({{1, 0}, {0, 1}, {1, 1}}), k = matrix({{1, 0}, {1, 1}, {0, 1}});
  const auto v = matrix({{1, 2}, {3, 0}, {0, 4}});
  const auto with = trace(q, k, v), without = trace(q, k, v, scaled(1));
  CHECK(difference(with.weights_hqk.at(0),
                   matrix({{0.40111209267978593, 0.40111209267978593, 0.19777581464042818},
                           {0.19777581464042818, 0.40111209267978593, 0.40111209267978593},
                           {0.24825507825772308, 0.50348984348455383, 0.24825507825772308}}),
                   1e-15) == "");
  CHECK(difference(without.output_hqc.at(0),
                   matrix({{1.6892751930060728, 1.4660872104908909},
                           {1.4223187982515182, 2},
                           {1.9402922119145727, 1.2716493457025126}}),
                   1e-15) == "");
}

TEST_CASE("each query's weights sum to 1 over the keys", "[reference]") {
  // More keys than queries, so that a softmax down the columns cannot pass.
  const auto t = trace(matrix({{1, 0}, {0, 2}}), matrix({{1, 1}, {0, 1}, {2, 0}}),
                       matrix({{1, 0}, {0, 1}, {1, 1}}));
  CHECK(difference(t.weights_hqk.at(0),
                   matrix({{0.28399540974126003, 0.14002924504337802, 0.5759753452153619},
                           {0.44580827410760315, 0.44580827410760315, 0.10838345178479356}}),
                   1e-15) == "");
  CHECK(difference(t.output_hqc.at(0),
                   matrix({{0.8599707549566219, 0.7160045902587399},
                           {0.5541917258923967, 0.5541917258923967}}),
                   1e-15) == "");
}

TEST_CASE("scale 0 is a scale: uniform weights", "[reference]") {
  auto options = scaled(0);
  options.attend = picture({"xxx", "x.x"});
  const auto t = trace(matrix({{3, 1}, {-2, 0.5}}), matrix({{1, 2}, {0, -1}, {4, 0}}),
                       matrix({{3, 0}, {0, 6}, {9, -3}}), options);
  CHECK(difference(t.output_hqc.at(0), matrix({{4, 1}, {6, -1.5}}), 1e-15) == "");
}

TEST_CASE("the bias is added after the scale", "[reference]") {
  // d = 4, so the scale is 1/2: scores 2 4 are 1 2, and the bias stays 1 -1.
  const auto t = trace(matrix({{1, 1, 1, 1}}), matrix({{2, 0, 0, 0}, {1, 1, 1, 1}}),
                       matrix({{1}, {2}}), biased(matrix({{1, -1}})));
  CHECK(t.scaled_hqk.at(0) == matrix({{1, 2}}));
  CHECK(t.masked_hqk.at(0) == matrix({{2, 1}}));
}

TEMPLATE_TEST_CASE("large scores do not overflow", "[reference]", float, double) {
  using S = TestType;
  Options<S> options;
  options.scale = S(1);
  const auto equal = trace(matrix<S>({{100, 100}}), matrix<S>({{100, 100}, {100, 100}, {100, 100}}),
                           matrix<S>({{1}, {2}, {6}}), options);
  CHECK(difference(equal.output_hqc.at(0), matrix({{3}}), 1e-6) == "");
  // Scores -1000 and -1001.25: weights 1/(1+e^-1.25) and the rest.
  const auto low =
      trace(matrix<S>({{-40}}), matrix<S>({{25}, {25.03125}}), matrix<S>({{1}, {5}}), options);
  CHECK(difference(low.weights_hqk.at(0), matrix({{0.7772998611746911, 0.22270013882530884}}),
                   1e-6) == "");
}

TEST_CASE("a subnormal weight still counts", "[reference]") {
  Options<float> options;
  options.scale = 1.0F;
  const auto t = trace(matrix<float>({{1}}), matrix<float>({{90}, {0}}),
                       matrix<float>({{0}, {1e38}}), options);
  // e^-90 = 8.2e-40 times 1e38; the weight has about 19 bits left.
  CHECK(difference(t.output_hqc.at(0), matrix({{0.08194012623990517}}), 1e-5) == "");
}

TEST_CASE("a row that sees nothing is zeros, and the rows beside it are not touched",
          "[reference]") {
  const auto t = trace(matrix({{1, 0}, {0, 1}, {1, 1}}), matrix({{1, 0}, {0, 1}, {-1, 1}}),
                       matrix({{2, 0}, {0, 4}, {6, 6}}), attending({"xx.", "...", ".xx"}));
  CHECK(t.masked_hqk.at(0).row(1) == matrix({{-inf, -inf, -inf}}).row(0));
  CHECK(t.exponentials_hqk.at(0).row(1) == matrix({{0, 0, 0}}).row(0));
  CHECK(t.weights_hqk.at(0).row(1) == matrix({{0, 0, 0}}).row(0));
  CHECK(difference(t.output_hqc.at(0),
                   matrix({{1.3395230986533138, 1.3209538026933725},
                           {0, 0},
                           {1.9814307040400587, 4.660476901346686}}),
                   1e-15) == "");
}

TEST_CASE("a whole row at -1e9 is a row, not a mask", "[reference]") {
  const auto t = trace(matrix({{1, 2}, {2, 0}}), matrix({{1, 0}, {0, 1}, {1, -1}}),
                       matrix({{1}, {2}, {7}}), biased(matrix({{0, 0, 0}, {-1e9, -1e9, -1e9}})));
  CHECK(difference(t.output_hqc.at(0), matrix({{2.0659029047411233}, {3.783233096430412}}), 1e-6) ==
        "");
}

TEST_CASE("a hidden key has no weight, however low the visible scores", "[reference]") {
  auto options = attending({"x."});
  options.scale = 1;
  const auto t = trace(matrix({{-30000}}), matrix({{2}, {0}}), matrix({{3}, {500}}), options);
  CHECK(t.weights_hqk.at(0) == matrix({{1, 0}}));
  CHECK(t.output_hqc.at(0) == matrix({{3}}));
}

TEST_CASE("the mask comes before the softmax", "[reference]") {
  Options<double> options;
  options.causal = Causal::topLeft;
  const auto t = trace(matrix({{1, 0}, {1, 1}, {0, 2}}), matrix({{1, 0}, {0, 1}, {1, 1}}),
                       matrix({{1}, {4}, {10}}), options);
  CHECK(difference(t.weights_hqk.at(0),
                   matrix({{1, 0, 0},
                           {0.5, 0.5, 0},
                           {0.10838345178479356, 0.44580827410760315, 0.44580827410760315}}),
                   1e-15) == "");
  CHECK(difference(t.output_hqc.at(0), matrix({{1}, {2.5}, {6.349699289291237}}), 1e-15) == "");
}

TEST_CASE("what a hidden key or value holds stays there", "[reference]") {
  const auto q = matrix({{1, 0}, {0, 1}});
  const auto want =
      matrix({{1.6604769013466862, 2.6604769013466862}, {2.3395230986533138, 3.3395230986533138}});
  for (const double poison : {NaN, inf, -inf}) {
    INFO(poison);
    const auto k = matrix({{1, 1}, {0, 2}, {poison, poison}});
    const auto v = matrix({{1, 2}, {3, 4}, {poison, poison}});
    Options<double> padding;
    padding.keyPadding = {false, false, true};
    const auto hiding = {attending({"xx.", "xx."}), padding,
                         biased(matrix({{0, 0, -inf}, {0, 0, -inf}}))};
    for (const auto& options : hiding) {
      const auto t = trace(q, k, v, options);
      CHECK(difference(t.output_hqc.at(0), want, 1e-15) == "");
      CHECK(t.weights_hqk.at(0).col(2).isZero(0));
    }
  }
}

TEST_CASE("a NaN that is seen breaks the rows that see it, and no other", "[reference]") {
  const auto query =
      trace(matrix({{1, 0}, {NaN, 1}, {0, 1}}), matrix({{1, 0}, {0, 1}}), matrix({{1}, {3}}));
  CHECK(difference(query.output_hqc.at(0),
                   matrix({{1.6604769013466862}, {NaN}, {2.3395230986533138}}), 1e-15) == "");
  const auto key =
      trace(matrix({{0}, {0}}), matrix({{0}, {NaN}}), matrix({{1}, {3}}), attending({"x.", "xx"}));
  CHECK(difference(key.weights_hqk.at(0), matrix({{1, 0}, {NaN, NaN}})) == "");
  // A value breaks its own column only.
  const auto value = trace(matrix({{0}}), matrix({{0}, {0}}), matrix({{1, 2}, {NaN, 4}}));
  CHECK(difference(value.output_hqc.at(0), matrix({{NaN, 3}})) == "");
}

TEST_CASE("+inf in the bias gives a NaN row, not a one-hot one and not zeros", "[reference]") {
  const auto t = trace(matrix({{1}, {1}}), matrix({{0}, {0}, {0}}), matrix({{1}, {2}, {9}}),
                       biased(matrix({{0, inf, 0}, {0, 0, 0}})));
  CHECK(difference(t.output_hqc.at(0), matrix({{NaN}, {4}}), 1e-15) == "");
}

TEST_CASE("a bias per head acts on its own head", "[reference]") {
  Problem<double> p{{one, one}, {matrix({{0}, {0}})}, {matrix({{2}, {6}})}, {}};
  p.options.bias = {matrix({{0, -inf}}), matrix({{-inf, 0}})};
  const auto t = reference(p);
  CHECK(t.output_hqc.at(0) == matrix({{2}}));
  CHECK(t.output_hqc.at(1) == matrix({{6}}));
}
