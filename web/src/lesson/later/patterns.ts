import { html } from "lit/html.js";
import type { Attention } from "../../core/index.ts";
import { models } from "../../core/models.ts";
import { Memo } from "../../figures/memo.ts";
import { patternsView } from "../../figures/patterns.ts";
import { reachView } from "../../figures/reach.ts";
import type { Session } from "../../page/session.ts";
import type { Section } from "../section.ts";
import { source } from "../sources.ts";

const mistral = models.find(({ id }) => id === "mistral-7b");

/** The stack of the first question. */
const asked = { tokens: 24, window: 4, layers: 3, dilation: 2 };

interface Answers {
  /** Tokens back. */
  readonly back: number;
  readonly window: number;
  readonly dilated: number;
}

function compute(core: Attention): Answers {
  const { tokens, window, layers, dilation } = asked;
  const reach = core.reach({ tokens, layers, window, causal: true }).layers.at(-1);
  const last = Array.from(reach?.data.subarray(-tokens) ?? []);
  const pairs = (step?: number) =>
    core.visible({ queries: tokens, keys: tokens, window, dilation: step, causal: true }).pairs;
  return {
    back: tokens - 1 - last.indexOf(1),
    window: pairs(),
    dilated: pairs(dilation),
  };
}

const memo = new Memo<Answers>();

function answersOf(session: Session): Answers {
  return memo.of([session], () => {
    const outcome = session.engine.ask(compute);
    if ("fault" in outcome) return { back: Number.NaN, window: 0, dilated: 0 };
    return outcome.value;
  });
}

export const section: Section = {
  id: "patterns",
  prose: {
    en: (f) => html`
      <p>
        The bill so far assumed that every layer looks at every pair. Not all models do. The simplest
        saving is a sliding window: a token sees itself and a fixed number of tokens before it, so the
        pairs grow with the text and no longer with its square. Mistral 7B does this in each of its
        ${mistral?.layers ?? ""} layers, with a window of ${f.count(mistral?.window ?? 0)} tokens
        (<a href=${source.mistral.url}>${source.mistral.who.en}</a>). Other patterns leave gaps between the
        tokens of the window (dilated windows), keep whole blocks, or let a few tokens see everything and be seen by all
        (<a href=${source.longformer.url}>${source.longformer.who.en}</a>, <a href=${source.bigbird.url}>${source.bigbird.who.en}</a>).
      </p>
      <p>
        What a layer does not see may still get through. The token at the far end of the window has, a
        layer earlier, seen to the far end of its own. So the layers hand information on, each time
        mixed with everything else on the way.
      </p>
      <p>
        A layer may also do without pairs. A state-space layer carries a state of fixed size from token
        to token, and updates it with each (<a href=${source.s4d.url}>${source.s4d.who.en}</a>). Its cost grows with the
        tokens, and nothing is cached but the state; but all that came before must fit into it. Hybrid
        models mix the kinds: Jamba has one attention layer in eight, the others are state-space layers
        (<a href=${source.jamba.url}>${source.jamba.who.en}</a>).
      </p>
    `,
    tr: (f) => html`
      <p>
        Şimdiye dek her katmanın her çifte baktığını varsaydık. Bütün modeller böyle değildir. En
        yalın tasarruf kayan penceredir (sliding window): token kendini ve kendinden önceki belli sayıda
        tokenı görür; çiftlerin sayısı metnin karesiyle değil kendisiyle büyür. Mistral 7B
        ${mistral?.layers ?? ""} katmanının her birinde ${f.count(mistral?.window ?? 0)} tokenlık bir pencere
        kullanır (<a href=${source.mistral.url}>${source.mistral.who.tr}</a>). Başka desenler penceredeki tokenların
        arasını boş bırakır (aralıklı pencere, dilated window), bütün blokları tutar ya da birkaç tokenın herkesi görmesine ve herkesçe
        görülmesine izin verir (<a href=${source.longformer.url}>${source.longformer.who.tr}</a>,
        <a href=${source.bigbird.url}>${source.bigbird.who.tr}</a>).
      </p>
      <p>
        Bir katmanın görmediği yine de geçebilir. Pencerenin öbür ucundaki token, bir önceki katmanda kendi
        penceresinin öbür ucunu görmüştür. Katmanlar bilgiyi böylece elden ele verir; bilgi her adımda
        yol üstündeki her şeyle karışır.
      </p>
      <p>
        Katman çiftlerden büsbütün de vazgeçebilir. Durum uzayı katmanı (state-space layer) boyutu değişmeyen
        bir durumu tokendan tokena taşır ve her tokenla günceller (<a href=${source.s4d.url}>${source.s4d.who.tr}</a>). Bedeli
        token sayısıyla büyür, durumdan başka bir şey saklanmaz; ama önce gelen her şeyin o duruma sığması
        gerekir. Melez modeller türleri karıştırır: Jamba modelinde sekiz katmandan biri dikkat, ötekiler
        durum uzayı katmanıdır (<a href=${source.jamba.url}>${source.jamba.who.tr}</a>).
      </p>
    `,
  },
  questions: [
    {
      id: "reach",
      kind: "number",
      ask: {
        en: () => html`In each of ${asked.layers} layers a token sees itself and the ${asked.window - 1} tokens
        before it. From how many tokens back can information have reached it after the last layer?`,
        tr: () => html`${asked.layers} katmanın her birinde token kendini ve kendinden önceki ${asked.window - 1}
        tokenı görüyor. Son katmandan sonra ona en çok kaç token geriden bilgi ulaşmış olabilir?`,
      },
      right: (_, session) => answersOf(session).back,
      explain: {
        en: (
          _,
          session,
        ) => html`${answersOf(session).back} tokens: every layer adds ${asked.window - 1}, the farthest
        that it sees. The token itself adds nothing.`,
        tr: (
          _,
          session,
        ) => html`${answersOf(session).back} token: her katman, görebildiği en uzak olan
        ${asked.window - 1} tokenı ekler. Tokenın kendisi bir şey katmaz.`,
      },
    },
    {
      id: "patterns",
      kind: "choice",
      ask: {
        en: () => html`A causal window of ${asked.window} tokens, and one of as many tokens of which only every
        second is looked at, so that it reaches twice as far. Over a text of ${asked.tokens} tokens, which computes
        more pairs?`,
        tr: () => html`${asked.window} tokenlık nedensel bir pencere, bir de yine o kadar tokena ama birer
        boşluk bırakarak bakan, iki kat uzağa erişen aralıklı bir pencere. ${asked.tokens} tokenlık bir metinde hangisi daha çok
        çift hesaplar?`,
      },
      answers: {
        en: () => ["the plain window", "the dilated one", "both as many"],
        tr: () => ["boşluksuz pencere", "aralıklı pencere", "ikisi de aynı sayıda"],
      },
      right: (_, session) => {
        const { window, dilated } = answersOf(session);
        return window > dilated ? 0 : window < dilated ? 1 : 2;
      },
      explain: {
        en: (
          f,
          session,
        ) => html`${f.count(answersOf(session).window)} pairs against ${f.count(answersOf(session).dilated)}. Both
        look at ${asked.window} tokens where there are that many; but the one that reaches farther meets the
        beginning of the text sooner and finds nothing there.`,
        tr: (
          f,
          session,
        ) => html`${f.count(answersOf(session).window)} çifte karşı ${f.count(answersOf(session).dilated)}. Yer varsa
        ikisi de ${asked.window} tokena bakar; ama uzağa erişen, metnin başına daha erken dayanır ve orada bir
        şey bulamaz.`,
      },
    },
  ],
  sources: [source.mistral, source.longformer, source.bigbird, source.s4d, source.jamba],
  figures: { patterns: patternsView, reach: reachView },
  tryIt: {
    en: () => html`Make the window 1: a token then sees itself alone, and no number of layers helps. Put one full
    layer into a stack of windows, once as the first and once as the last, and watch the row of the
    layer after which everything is reached. Then move the tokens of the price to a million.`,
    tr: () => html`Pencereyi 1 yapın: token yalnızca kendini görür, katman sayısı bir işe yaramaz. Pencereli
    katmanların arasına bir tam katman koyun, bir kez ilk, bir kez son katman olarak; her şeye ulaşılan ilk
    katmanın satırını izleyin. Ardından bedel tablosunda token sayısını bir milyona götürün.`,
  },
};
