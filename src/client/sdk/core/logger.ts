/** Where the library says what is wrong to the people who write and run the program; `console` is one. */
export type Logger = { readonly warn: (message: string) => void }

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** Whether this runs in production. A bundler writes the name in the place of the expression; where there is neither, it does not. */
export const inProduction = (): boolean => {
  try {
    return process.env.NODE_ENV === 'production'
  } catch {
    return false
  }
}
