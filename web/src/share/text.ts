import type { Hideable } from "../embed/options.ts";
import type { Language } from "../inputs/state.ts";
import type { Way } from "./code.ts";

interface ShareText {
  readonly title: string;
  readonly lead: string;
  readonly figure: string;
  readonly playground: string;
  readonly playgroundTitle: string;
  readonly link: string;
  readonly linkHint: string;
  /** After a link was taken over. */
  readonly linkTaken: string;
  readonly noState: string;
  /** Of a tag whose numbers stand in no link. */
  readonly ofTag: string;
  readonly way: string;
  readonly ways: Readonly<Record<Way, string>>;
  /** Of a figure that no tag draws. */
  readonly frameOnly: (drawn: readonly string[]) => string;
  /** What a tag has not and a frame has. */
  readonly tagLacks: string;
  readonly pinned: string;
  readonly language: string;
  readonly ofThePage: string;
  readonly theme: string;
  readonly light: string;
  readonly dark: string;
  readonly system: string;
  readonly hide: string;
  readonly parts: Readonly<Record<Hideable, string>>;
  readonly height: string;
  readonly heightText: (pixels: string) => string;
  readonly script: string;
  readonly code: string;
  readonly copy: string;
  readonly copied: string;
  readonly copyFailed: string;
  readonly preview: string;
  /** In place of a frame, or above the tag in its place. */
  readonly unreached: string;
  readonly hosting: string;
}

export const shareText: Readonly<Record<Language, ShareText>> = {
  en: {
    title: "A figure for your page",
    lead: "Choose a figure and copy its lines into your page. It computes in your reader’s browser, sets no cookie and stores nothing.",
    figure: "Figure",
    playground: "The whole playground",
    playgroundTitle: "Self-attention: playground",
    link: "Numbers of your own",
    linkHint:
      "Paste a link that the lesson or the playground gave you: its figure and its numbers are taken over.",
    linkTaken: "Taken over.",
    noState:
      "The link names no figure and holds no numbers. Copy it with “Copy link” on the lesson or the playground.",
    ofTag:
      "The numbers of this tag are in its attributes, and only links are read here. Put them into the playground and paste its link.",
    way: "Put in as",
    ways: { frame: "a frame", tag: "a tag" },
    frameOnly: (drawn) =>
      `This figure comes in a frame alone. A tag draws “${drawn.join("”, “")}”.`,
    tagLacks:
      "A tag has no buttons that copy and save, and the other figures of the lesson and the playground do not come in one. Choose a frame for these.",
    pinned:
      "The tag is a part of your page and needs nothing but its script, dikkat.js. The hash in “integrity” is that of the script as it is served here now, and browsers run no other: after an update of this site copy the lines again, or serve a copy of dikkat.js of your own.",
    language: "Language",
    ofThePage: "your page’s",
    theme: "Theme",
    light: "light",
    dark: "dark",
    system: "the reader’s",
    hide: "Leave out",
    parts: {
      bar: "undo and the link back",
      title: "title",
      controls: "controls",
      legend: "legend",
      caption: "caption",
      inspector: "written-out sums",
      save: "copying and saving",
    },
    height: "Height",
    heightText: (pixels) => `${pixels} pixels`,
    script:
      "With the script that gives the frame the height of its figure, and the figure your page’s language and theme",
    code: "HTML",
    copy: "Copy",
    copied: "Copied.",
    copyFailed: "The browser did not allow copying. Select the lines and copy them by hand.",
    preview: "As your readers see it",
    unreached:
      "This site cannot be reached right now. The page itself was kept in your browser, but a frame always comes from the site, so none can be shown here. The lines above are right all the same, and a figure that can be a tag is shown as one.",
    hosting:
      "The lines lead to this site. To serve the figures yourself, put a build of it on any host that sends Access-Control-Allow-Origin: *.",
  },
  tr: {
    title: "Sayfanıza bir şekil",
    lead: "Bir şekil seçin, satırlarını sayfanıza kopyalayın. Şekil okurunuzun tarayıcısında hesap yapar; çerez bırakmaz, hiçbir şey saklamaz.",
    figure: "Şekil",
    playground: "Deneme alanının tümü",
    playgroundTitle: "Öz dikkat: deneme alanı",
    link: "Kendi sayılarınız",
    linkHint:
      "Dersin ya da deneme alanının verdiği bir bağlantıyı yapıştırın: şekli ve sayıları buraya alınır.",
    linkTaken: "Alındı.",
    noState:
      "Bağlantıda ne şekil var ne sayı. Derste ya da deneme alanında “Bağlantıyı kopyala” ile kopyalayın.",
    ofTag:
      "Bu etiketin sayıları özniteliklerinde; burada yalnızca bağlantılar okunur. Sayıları deneme alanına girin, onun bağlantısını yapıştırın.",
    way: "Yerleştirme",
    ways: { frame: "çerçeve", tag: "etiket" },
    frameOnly: (drawn) =>
      `Bu şekil yalnızca çerçeveyle gelir. Etiketle çizilenler: “${drawn.join("”, “")}”.`,
    tagLacks:
      "Etikette kopyalayıp kaydeden düğmeler yoktur; dersin öteki şekilleri ve deneme alanı da etiketle gelmez. Bunlar için çerçeveyi seçin.",
    pinned:
      "Etiket sayfanızın bir parçasıdır ve dikkat.js betiğinden başka bir şeye gerek duymaz. “integrity” içindeki özet, betiğin burada şu anda sunulan hâlinin özetidir ve tarayıcı başkasını çalıştırmaz: bu site güncellenince satırları yeniden kopyalayın ya da dikkat.js dosyasını kendiniz sunun.",
    language: "Dil",
    ofThePage: "sayfanızınki",
    theme: "Görünüm",
    light: "açık",
    dark: "koyu",
    system: "okurunki",
    hide: "Gösterme",
    parts: {
      bar: "geri alma ve dönüş bağlantısı",
      title: "başlık",
      controls: "denetimler",
      legend: "renk ölçeği",
      caption: "açıklama",
      inspector: "yazılı toplamlar",
      save: "kopyalama ve kaydetme",
    },
    height: "Yükseklik",
    heightText: (pixels) => `${pixels} piksel`,
    script: "Çerçeveye şeklinin yüksekliğini, şekle sayfanızın dilini ve görünümünü veren betikle",
    code: "HTML",
    copy: "Kopyala",
    copied: "Kopyalandı.",
    copyFailed: "Tarayıcı kopyalamaya izin vermedi. Satırları seçip elle kopyalayın.",
    preview: "Okurlarınızın gördüğü",
    unreached:
      "Bu siteye şu anda ulaşılamıyor. Sayfanın kendisi tarayıcınızda saklı, ama çerçeve her zaman siteden gelir; bu yüzden burada gösterilemiyor. Yukarıdaki satırlar yine de doğru; etiketle çizilebilen şekiller burada etiketle gösterilir.",
    hosting:
      "Satırlar bu siteye götürür. Şekilleri kendiniz sunmak isterseniz sitenin bir kopyasını Access-Control-Allow-Origin: * gönderen herhangi bir sunucuya koyun.",
  },
};
