/** Where the library says what is wrong to the people who write and run the program; `console` is one. */
export type Logger = { readonly warn: (message: string) => void }

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** What a program runs for. A bundler writes the name in the place of the expression; where there is neither, nothing. */
const mode = (): string | undefined => {
  try {
    return process.env.NODE_ENV
  } catch {
    return undefined
  }
}

/** Whether this runs in production. */
export const inProduction = (): boolean => mode() === 'production'

/** Whether this runs in a test. */
export const inTest = (): boolean => mode() === 'test'
