/** Receives warnings for the developers of the application. `console` is one. */
export type Logger = { readonly warn: (message: string) => void }

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/**
 * Returns `NODE_ENV`, or undefined. Bundlers replace the expression with its value; without a bundler, `process` may
 * not exist.
 */
const mode = (): string | undefined => {
  try {
    return process.env.NODE_ENV
  } catch {
    return undefined
  }
}

export const inProduction = (): boolean => mode() === 'production'

export const inTest = (): boolean => mode() === 'test'
