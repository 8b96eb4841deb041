// What a page says of its own copy.

import type { Language } from "../inputs/state.ts";

export interface OfflineText {
  readonly saving: (percent: string) => string;
  readonly saved: string;
  readonly failed: string;
  readonly again: string;
  readonly offer: string;
  readonly save: string;
  readonly update: string;
  readonly take: string;
  readonly later: string;
  readonly taking: string;
  readonly news: string;
}

export const offlineText: Record<Language, OfflineText> = {
  en: {
    saving: (percent) => `The site is being saved for use without a network: ${percent}.`,
    saved: "The site is saved in this browser and works without a network.",
    failed:
      "The site could not be saved for use without a network: a file did not arrive, there is no room for it, or the browser does not allow it. With a network it works all the same.",
    again: "Try again",
    offer:
      "Your browser is asked to save data, so the site was not saved for use without a network.",
    save: "Save it",
    update:
      "There is a new version of this site. This page keeps working as it is; what is in the address stays when you reload.",
    take: "Reload with the new version",
    later: "Later",
    taking: "The new version is taking over; the page is about to be loaded again.",
    news: "New version",
  },
  tr: {
    saving: (percent) => `Site, ağ olmadan da çalışsın diye kaydediliyor: ${percent}.`,
    saved: "Site bu tarayıcıya kaydedildi; ağ olmadan da çalışır.",
    failed:
      "Site ağsız kullanım için kaydedilemedi: bir dosya gelmedi, yer yok ya da tarayıcı izin vermiyor. Ağ varken site yine de çalışır.",
    again: "Yeniden dene",
    offer: "Tarayıcınız veri tasarrufunda, bu yüzden site ağsız kullanım için kaydedilmedi.",
    save: "Kaydet",
    update:
      "Bu sitenin yeni bir sürümü var. Bu sayfa olduğu gibi çalışmayı sürdürür; yeniden yükleyince adresteki her şey yerinde kalır.",
    take: "Yeni sürümle yeniden yükle",
    later: "Sonra",
    taking: "Yeni sürüm devralıyor; sayfa birazdan yeniden yüklenecek.",
    news: "Yeni sürüm",
  },
};
