import { html } from "lit/html.js";
import { cacheOf, models } from "../../core/models.ts";
import { cacheView } from "../../figures/cache.ts";
import { calculatorView } from "../../figures/calculator.ts";
import { Memo } from "../../figures/memo.ts";
import type { Session } from "../../page/session.ts";
import { formatCount } from "../../views/number.ts";
import type { Section } from "../section.ts";
import { source } from "../sources.ts";

/** The cache of the questions: so many places, one of them for the first token. */
const places = 4;
/** Tokens that have gone through it. */
const passed = 9;

const answers = new Memo<{ readonly oldest: number; readonly sharing: number }>();

/** What the core makes of the two questions: the oldest token that is kept, and how much smaller a cache with shared heads is. */
function answersOf(session: Session) {
  return answers.of([session], () => {
    const outcome = session.engine.ask((core) => {
      const { kept } = core.evictions({ capacity: places, sinks: 1, tokens: passed });
      const llama = models.find(({ id }) => id === "llama-3-70b");
      if (!llama) throw new Error("there is no Llama 3 70B");
      const bytes = (kvHeads: number) =>
        core.kvCacheBytes({ ...cacheOf(llama), kvHeads, tokens: 1, bytesPerElement: 2 }).bytes;
      const sharing = Number(bytes(llama.heads) / bytes(llama.kvHeads));
      return { oldest: (kept.at(-1)?.[1] ?? Number.NaN) + 1, sharing };
    });
    return "fault" in outcome ? { oldest: Number.NaN, sharing: Number.NaN } : outcome.value;
  });
}

const sharings = [2, 8, 64];

export const section: Section = {
  id: "cache",
  prose: {
    en: (f) => html`
      <p>
        A model that writes adds one token at a time. The token looks back at all before it, and
        under a causal mask none of those looks ahead: their keys and values are what they were
        a moment ago. So ${f.symbol("k")} and ${f.symbol("v")} are kept, and a step makes one new row of each
        and asks with one query. The earlier queries have had their answers; nobody needs them again.
        Writing token by token like this is called <i>decoding</i>. Before it, one pass over the whole
        prompt fills the cache, the <i>prefill</i>: there all queries come together, and a key that has been
        fetched serves them all. Decoding fetches the whole cache again for each single query, so a step mostly waits for
        memory (<a href=${source.shazeerMqa.url}>${source.shazeerMqa.who.en}</a>). The first step saves nothing, for there is nothing yet to
        be kept; from then on the work of starting over grows with the square of the text, that of a step
        only with its length.
      </p>
      <p>
        What is kept takes room, and the room grows with every token. In each layer and each KV head
        there is a key and a value of the head’s width for every token, in every text that is written
        at the same time. Multiply all this and the cache of a long text can outgrow the model itself.
        Hence the many ways to keep less of it. Query heads may share keys and values: all of them one
        pair (multi-query attention, <a href=${source.shazeerMqa.url}>${source.shazeerMqa.who.en}</a>), or groups of them
        (grouped-query attention, <a href=${source.gqa.url}>${source.gqa.who.en}</a>), as in Llama 3 and Mistral 7B.
        Or a layer keeps one small latent vector per token and makes keys and values from it again
        (multi-head latent attention, <a href=${source.deepseek2.url}>${source.deepseek2.who.en}</a>).
      </p>
      <p>
        Or tokens are dropped (eviction). Then the result is no longer that of the full pass. Which ones go
        matters: the first tokens had better stay, for they may be the sinks of
        <a href="#figure-sinks">section 7</a>.
      </p>
      <p>
        What is kept can also serve from one request to the next. Two prompts that begin with the same tokens in the
        same order have the same keys and values there, so a server may keep them between the two.
      </p>
    `,
    tr: (f) => html`
      <p>
        Yazan bir model her adımda bir token ekler. Yeni token kendinden öncekilerin hepsine bakar;
        nedensel maske altında öncekilerin hiçbiri ileriye bakmaz, anahtarları ile değerleri az önce ne
        idiyse odur. Öyleyse ${f.symbol("k")} ile ${f.symbol("v")} saklanır (KV cache). Her adımda bunlara birer satır
        eklenir ve tek bir sorgu sorulur. Eski sorgular yanıtını almıştır, bir daha gerekmezler. Böyle token
        token yazmaya üretim aşaması (decoding) denir; ondan önce istemin (prompt) tamamı üzerinden bir kez geçilip
        önbellek doldurulur: ön doldurma (prefill). Orada bütün sorgular bir aradadır, bellekten bir kez getirilen anahtar
        hepsine yarar. Üretimde ise her tek sorgu için önbelleğin tamamı yeniden getirilir; adım çoğunlukla belleği
        bekler (<a href=${source.shazeerMqa.url}>${source.shazeerMqa.who.tr}</a>). İlk adımda kazanç yoktur, saklanmış bir şey henüz yoktur;
        sonrasında baştan hesabın işi metnin karesiyle, bir adımınki yalnızca uzunluğuyla büyür.
      </p>
      <p>
        Saklanan yer kaplar ve bu yer her tokenla büyür. Aynı anda yazılan her metinde, her katmanda, her
        KV başlığında, her token için başlık genişliğinde bir anahtar ile bir değer durur. Bunların hepsi
        çarpılınca uzun bir metnin önbelleği modelin kendisini geçebilir. Bu yüzden daha azını saklamanın
        birçok yolu aranmıştır. Sorgu başlıkları anahtar ve değerleri paylaşabilir: hepsi tek bir çifti
        (multi-query attention, <a href=${source.shazeerMqa.url}>${source.shazeerMqa.who.tr}</a>) ya da Llama 3 ve Mistral 7B
        modellerindeki gibi öbek öbek (grouped-query attention, <a href=${source.gqa.url}>${source.gqa.who.tr}</a>). Ya da katman
        her token için küçük bir gizil vektör saklar, anahtar ile değeri ondan yeniden üretir (multi-head
        latent attention, <a href=${source.deepseek2.url}>${source.deepseek2.who.tr}</a>).
      </p>
      <p>
        Bir başka yol, token çıkarmaktır (eviction). O zaman sonuç artık baştan hesabın sonucu değildir. Hangisinin
        çıkarıldığı önemlidir: model, artan payını ilk tokenlara yığmayı öğrenmiş olabilir
        (<a href="#figure-sinks">7. bölümdeki</a> yutaklar), bu yüzden ilklerin kalması iyidir.
      </p>
      <p>
        Saklanan, bir istekten ötekine de işe yarayabilir. Aynı tokenlarla aynı sırada başlayan iki istemin o
        bölümdeki anahtarları ile değerleri aynıdır; sunucu bunları iki istek arasında saklayabilir.
      </p>
    `,
  },
  questions: [
    {
      id: "cache",
      kind: "number",
      ask: {
        en: () => html`A cache has ${places} places. The first token never leaves; when all places are
        taken, the oldest of the others makes room. ${passed} tokens have gone through. Beside the first,
        which is the oldest token still there? Count from 1.`,
        tr: () => html`Bir önbellekte ${places} yer var. İlk token hiç çıkmıyor; yer kalmayınca ötekilerin en
        eskisi yer açıyor. ${passed} token geçti. İlki dışında, hâlâ duran en eski token kaçıncı?
        1’den sayın.`,
      },
      right: (_, session) => answersOf(session).oldest,
      explain: {
        en: (
          _,
          session,
        ) => html`Token ${answersOf(session).oldest}: one place belongs to the first token, the
        others hold the latest ${places - 1}, and the latest is token ${passed}.`,
        tr: (
          _,
          session,
        ) => html`${answersOf(session).oldest}. token: bir yer ilk tokenın, kalanlarda son
        ${places - 1} token durur; sonuncusu ${passed}. tokendır.`,
      },
    },
    {
      id: "calculator",
      kind: "choice",
      ask: {
        en: () => html`Llama 3 70B has 64 query heads on 8 KV heads. How many times larger would its cache be
        if every query head had keys and values of its own?`,
        tr: () => html`Llama 3 70B modelinde 64 sorgu başlığı 8 KV başlığını paylaşır. Her sorgu başlığının kendi
        anahtarları ile değerleri olsaydı önbellek kaç kat büyük olurdu?`,
      },
      answers: {
        en: () => sharings.map((times) => `${times} times`),
        tr: () => sharings.map((times) => `${times} kat`),
      },
      right: (_, session) => {
        const place = sharings.indexOf(answersOf(session).sharing);
        return place < 0 ? null : place;
      },
      explain: {
        en: (
          _,
          session,
        ) => html`${formatCount(answersOf(session).sharing, "en")} times. The bytes are a product, and
        of its factors only the KV heads change.`,
        tr: (
          _,
          session,
        ) => html`${formatCount(answersOf(session).sharing, "tr")} kat. Bayt sayısı bir çarpımdır;
        çarpanlardan yalnızca KV başlığı sayısı değişir.`,
      },
    },
  ],
  sources: [source.shazeerMqa, source.gqa, source.llama3, source.mistral, source.deepseek2],
  figures: { cache: cacheView, calculator: calculatorView },
  tryIt: {
    en: () => html`Keep only the last ones and step until something is dropped: from there on the
    difference from the full pass need not be 0. In the prompts, change the first word of one and see how
    much is left to take over. In the calculator, find the number of tokens from which the cache is larger
    than the model.`,
    tr: () => html`Yalnızca son gelenleri tutup bir token çıkana dek ilerleyin: oradan sonra baştan hesapla fark
    0 olmayabilir. İstemlerden birinin ilk sözcüğünü değiştirip devralınacak ne kaldığına bakın.
    Hesaplayıcıda önbelleğin modeli geçtiği token sayısını bulun.`,
  },
};
