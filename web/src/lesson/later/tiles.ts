import { html } from "lit/html.js";
import { costView } from "../../figures/cost.ts";
import { tilesView } from "../../figures/tiles.ts";
import type { Session } from "../../page/session.ts";
import type { Section } from "../section.ts";
import { source } from "../sources.ts";

const flashAttention = "https://arxiv.org/abs/2205.14135";
const onlineSoftmax = "https://arxiv.org/abs/1805.02867";

/** Of the question what twice as many cost. */
const tokens = 1000;
const growths = [1, 2, 4];

/** Queries and keys from which on the tiled path works in no more memory: its blocks (cpp/attention/tiled.h). */
const tiledTokens = 256;
const tiledWidth = 64;

/** Bytes that it works in then, beside its input and output. */
function scratchOf({ engine }: Session): number {
  const shape = [tiledTokens, tiledWidth];
  const zeros = { shape, data: new Float32Array(tiledTokens * tiledWidth) };
  const asked = engine.ask((core) =>
    core.attention({ q: zeros, k: zeros, v: zeros, path: "tiled" }),
  );
  return "value" in asked ? asked.value.scratchBytes : Number.NaN;
}

export const section: Section = {
  id: "tiles",
  prose: {
    en: (f, session) => html`
      <p>
        The weights are a matrix of <i>n</i> × <i>n</i> numbers, four bytes each in float32. For
        <i>n</i>&nbsp;=&nbsp;${f.count(1000)} that is ${f.matrixBytes(1000)} for every head of every layer, for
        <i>n</i>&nbsp;=&nbsp;${f.count(100_000)} it is ${f.matrixBytes(100_000)}. Every one of these numbers is
        written to memory, read again, used once and thrown away. On today’s chips that is what takes the
        time: they multiply far faster than they fetch from memory, and there is little to multiply for
        each of these numbers (<a href=${flashAttention}>Dao et al., 2022</a>).
      </p>
      <p>
        So do not write them. Cut the matrix into tiles and keep only one at a time. A row of softmax
        needs its maximum and its sum, and both can be kept up to date on the way: when a tile
        brings a larger score, what was collected so far is multiplied by a factor that makes up for
        it. After the last tile each row is divided by its sum, once. No work is saved, some is even added;
        but a tile fits into the small, fast memory beside the processor, and the long way is gone. The running sum is from
        <a href=${onlineSoftmax}>Milakov and Gimelshein (2018)</a>, the tiles are those of
        <a href=${flashAttention}>FlashAttention (Dao et al., 2022)</a>.
      </p>
      <p>
        Nothing is approximated. Every pair is still computed, unless the mask leaves nothing of a
        tile, which is then skipped. Only the additions happen in another order, and in
        float32, so the last digits may differ. The core behind this page does it this way, too: with
        rows ${f.count(tiledWidth)} numbers wide it works in ${f.bytes(scratchOf(session))} beside its input and output,
        and from <i>n</i>&nbsp;=&nbsp;${f.count(tiledTokens)} on in not a byte more, however long the text.
      </p>
    `,
    tr: (f, session) => html`
      <p>
        Ağırlıklar <i>n</i> × <i>n</i> sayılık bir matristir; float32’de her sayı dört bayttır.
        <i>n</i>&nbsp;=&nbsp;${f.count(1000)} iken her katmanın her başlığı için ${f.matrixBytes(1000)},
        <i>n</i>&nbsp;=&nbsp;${f.count(100_000)} iken ${f.matrixBytes(100_000)} eder. Bu sayıların her biri
        belleğe yazılır, geri okunur, bir kez kullanılır ve atılır. Bugünün işlemcilerinde zamanı alan budur:
        çarpmak, bellekten getirmekten çok daha hızlıdır; bu sayıların her biriyle yapılacak çarpma ise azdır
        (<a href=${flashAttention}>Dao ve ark., 2022</a>).
      </p>
      <p>
        Öyleyse hiç yazmayalım. Matris karolara (tile) bölünür ve her an yalnızca biri tutulur. Bir
        softmax satırına en büyük değeri ile toplamı gerekir; ikisi de yol boyunca güncel
        tutulabilir: bir karo daha büyük bir puan getirirse, o ana dek toplananlar farkı kapatan bir
        çarpanla çarpılır. Son karodan sonra her satır kendi toplamına bir kez bölünür. İş azalmaz, biraz
        artar bile; ama bir karo, işlemcinin yanındaki küçük ve hızlı belleğe sığar, uzun yol ortadan kalkar.
        Toplamı yol
        boyunca tutma fikri
        <a href=${onlineSoftmax}>Milakov ve Gimelshein’dan (2018)</a>, karolar ise
        <a href=${flashAttention}>FlashAttention’dandır (Dao ve ark., 2022)</a>.
      </p>
      <p>
        Hiçbir şey yaklaşık değildir. Yine her çift hesaplanır; yalnızca maskenin tümüyle gizlediği
        karolar atlanır. Değişen, toplamaların sırasıdır; hesap da float32 ile yapıldığından son
        haneler farklı çıkabilir. Bu sayfanın çekirdeği de böyle çalışır: satırlar
        ${f.count(tiledWidth)} sayı genişliğindeyken girdisi ve çıktısı dışında ${f.bytes(scratchOf(session))} yer
        kullanır; <i>n</i>&nbsp;=&nbsp;${f.count(tiledTokens)} olduktan sonra metin ne kadar uzarsa uzasın bir bayt
        bile fazlasını istemez.
      </p>
    `,
  },
  questions: [
    {
      id: "tiles",
      kind: "choice",
      ask: {
        en: () => html`FlashAttention never holds the whole matrix of weights. Its result is…`,
        tr: () => html`FlashAttention ağırlık matrisinin tamamını hiçbir an tutmaz. Sonucu…`,
      },
      answers: {
        en: () => ["an approximation", "exact, but for the rounding", "exact to the last bit"],
        tr: () => ["yaklaşıktır", "yuvarlama dışında tamdır", "son bitine kadar aynıdır"],
      },
      right: () => 1,
      explain: {
        en: () => html`Every pair is computed and nothing is left out; when a larger score arrives, what
        was collected is rescaled by exactly the factor that is due. Only the order of the additions is
        another, and so is their rounding.`,
        tr: () => html`Her çift hesaplanır, hiçbiri atlanmaz; daha büyük bir puan gelince o ana dek
        toplananlar tam gereken çarpanla düzeltilir. Yalnızca toplama sırası, dolayısıyla yuvarlama
        değişir.`,
      },
    },
    {
      id: "cost",
      kind: "choice",
      ask: {
        en: () => html`A text becomes twice as long. How many times as many pairs does the tiled path compute,
        without a mask?`,
        tr: () => html`Metin iki katına çıkıyor. Maske yokken karolu yolun hesapladığı çift sayısı kaç katına
        çıkar?`,
      },
      answers: {
        en: () => growths.map((times) => (times === 1 ? "as many as before" : `${times} times`)),
        tr: () => growths.map((times) => (times === 1 ? "aynı kalır" : `${times} katına`)),
      },
      right: () => growths.indexOf((2 * tokens) ** 2 / tokens ** 2),
      explain: {
        en: (
          f,
        ) => html`From ${f.count(tokens ** 2)} pairs for ${f.count(tokens)} tokens to ${f.count((2 * tokens) ** 2)}
        for ${f.count(2 * tokens)}. What does not grow with the square is the memory. Measure it below.`,
        tr: (
          f,
        ) => html`${f.count(tokens)} tokenda ${f.count(tokens ** 2)} çift vardır, ${f.count(2 * tokens)}
        tokenda ${f.count((2 * tokens) ** 2)}. Kareyle büyümeyen, bellektir. Aşağıda ölçün.`,
      },
    },
  ],
  sources: [source.flash, source.onlineSoftmax],
  figures: { tiles: tilesView, cost: costView },
  tryIt: {
    en: () => html`Look for a step whose rescale factor is neither 0 nor 1: a larger score came
    late. Then take the larger example, switch the causal mask on and see which tiles are never
    computed. When you have measured, see how many times longer a
    call takes when <i>n</i> doubles.`,
    tr: () => html`Çarpanın ne 0 ne de 1 olduğu bir adım arayın: büyük puan geç gelmiştir. Sonra
    büyük örneğe geçip nedensel maskeyi açın ve hangi karoların hiç hesaplanmadığına bakın. Ölçtükten sonra,
    <i>n</i> iki katına çıkınca sürenin kaç katına çıktığına bakın.`,
  },
};
