// The browser's name and version, for the line about the machine.

interface Brand {
  readonly brand: string;
  readonly version: string;
}

export interface Told {
  readonly userAgent: string;
  readonly userAgentData?: { readonly brands: readonly Brand[] };
}

/** In this order: Edge and Chrome also call themselves Chrome and Safari. */
const patterns: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["Firefox", /Firefox\/(\d+)/u],
  ["Edge", /Edg\/(\d+)/u],
  ["Chrome", /Chrome\/(\d+)/u],
  ["Safari", /Version\/([\d.]+).*Safari/u],
];

/** Chromium and its kin add a brand that means nothing, and put their own beside Chromium's. */
function brandOf(brands: readonly Brand[]): string | null {
  const real = brands.filter(({ brand }) => !/not.*brand/iu.test(brand));
  const own = real.find(({ brand }) => brand !== "Chromium") ?? real[0];
  return own ? `${own.brand} ${own.version}` : null;
}

export function browserName({ userAgent, userAgentData }: Told): string {
  const brand = userAgentData && brandOf(userAgentData.brands);
  if (brand) return brand;
  for (const [name, pattern] of patterns) {
    const version = pattern.exec(userAgent)?.[1];
    if (version) return `${name} ${version}`;
  }
  return userAgent;
}
