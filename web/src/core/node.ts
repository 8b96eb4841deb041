// Modules of Node, for what also runs in browsers.

/** The name is kept from bundlers, which would look for the module in a build for browsers. */
export const nodeModule = <Module>(name: string): Promise<Module> =>
  import(/* @vite-ignore */ /* webpackIgnore: true */ name);
