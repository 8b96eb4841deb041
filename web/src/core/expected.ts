/** What a field must be, for the code "type". */
export const expected = {
  tensor: {
    en: "a matrix: rows of numbers, or { shape, data } with data an array, a Float64Array or a Float32Array",
    tr: "bir matris olmalı: sayı satırları ya da { shape, data }; data bir dizi, Float64Array ya da Float32Array",
  },
  matrix: {
    en: "one matrix, without an axis for heads",
    tr: "tek bir matris olmalı, başlık (head) ekseni olmadan",
  },
  booleans: { en: "rows of true and false", tr: "true ve false satırlarından oluşmalı" },
  flags: { en: "a list of true and false", tr: "true ve false listesi olmalı" },
  flag: { en: "true or false", tr: "true ya da false olmalı" },
  float32: { en: "a Float32Array", tr: "bir Float32Array olmalı" },
  pattern: {
    en: "five numbers [a, b, c, p, d], with p more than 0 and d not 0",
    tr: "beş sayı olmalı, [a, b, c, p, d]; p 0’dan büyük, d 0’dan farklı",
  },
  path: { en: '"reference" or "tiled"', tr: '"reference" ya da "tiled" olmalı' },
  tiled: { en: '"tiled"', tr: '"tiled" olmalı' },
  threads: {
    en: 'a whole number or "auto"',
    tr: 'bir tam sayı ya da "auto" olmalı',
  },
  signal: { en: "an AbortSignal", tr: "bir AbortSignal olmalı" },
  number: { en: "a number", tr: "bir sayı olmalı" },
  whole: { en: "a whole number", tr: "bir tam sayı olmalı" },
  causal: {
    en: 'true, false, "top-left" or "bottom-right"',
    tr: 'true, false, "top-left" ya da "bottom-right" olmalı',
  },
  form: { en: '"naive" or "absorbed"', tr: '"naive" ya da "absorbed" olmalı' },
  pairing: { en: '"interleaved" or "half"', tr: '"interleaved" ya da "half" olmalı' },
  rotary: {
    en: "true, false or { theta, pairing, dims }",
    tr: "true, false ya da { theta, pairing, dims } olmalı",
  },
  placedRotary: {
    en: "true, false or { theta, pairing, dims, positions }",
    tr: "true, false ya da { theta, pairing, dims, positions } olmalı",
  },
  build: { en: '"auto", "simd" or "scalar"', tr: '"auto", "simd" ya da "scalar" olmalı' },
  activation: {
    en: '"gelu", "gelu-tanh", "swiglu" or "relu"',
    tr: '"gelu", "gelu-tanh", "swiglu" ya da "relu" olmalı',
  },
  normPlace: { en: '"pre" or "post"', tr: '"pre" ya da "post" olmalı' },
  normalization: { en: '"layer" or "rms"', tr: '"layer" ya da "rms" olmalı' },
  part: {
    en: "a plain object, as { } makes it",
    tr: "{ } ile yazılmış düz bir nesne olmalı",
  },
  layers: { en: "a list of layers", tr: "bir katman listesi olmalı" },
  stateSpaceForm: {
    en: '"recurrent" or "convolution"',
    tr: '"recurrent" ya da "convolution" olmalı',
  },
  numbers: { en: "a list of numbers", tr: "bir sayı listesi olmalı" },
  counted: { en: '"cache" or "text"', tr: '"cache" ya da "text" olmalı' },
  previous: { en: "an object of tokens, k and v", tr: "tokens, k ve v taşıyan bir nesne olmalı" },
  tokens: { en: "a list of texts and numbers", tr: "metin ve sayılardan oluşan bir liste olmalı" },
  texts: { en: "a list of texts", tr: "bir metin listesi olmalı" },
  text: { en: "a text", tr: "bir metin olmalı" },
  token: { en: "a text or a number", tr: "bir metin ya da bir sayı olmalı" },
  alibi: {
    en: "true, false or a list of one slope per head",
    tr: "true, false ya da her başlık (head) için bir eğim içeren bir liste olmalı",
  },
  blocks: {
    en: "{ size, visible }: a whole number, and rows of true and false",
    tr: "{ size, visible } olmalı: bir tam sayı ile true ve false satırları",
  },
  reachLayers: {
    en: "a number of layers, or a list with the masks of each",
    tr: "katman sayısı ya da her katmanın maskelerini içeren bir liste olmalı",
  },
  object: {
    en: "a plain object with the fields of the call",
    tr: "çağrının alanlarını taşıyan düz bir nesne olmalı",
  },
  elementBytes: { en: "0.5, 1, 2, 4 or 8", tr: "0.5, 1, 2, 4 ya da 8 olmalı" },
  costKind: {
    en: '"full", "causal", "window" or "linear"',
    tr: '"full", "causal", "window" ya da "linear" olmalı',
  },
  layerGroups: {
    en: "a list of { kind, count }",
    tr: "bir { kind, count } listesi olmalı",
  },
  latentSizes: {
    en: "an object with dC, dRope, dNope and dV",
    tr: "dC, dRope, dNope ve dV taşıyan bir nesne olmalı",
  },
} as const;
