/** In builds of the site (scripts/embed-in-site.ts). */
declare module "dikkat:integrity" {
  /** Of dikkat.js, as the attribute of a script has it. */
  export const integrity: string;
}
