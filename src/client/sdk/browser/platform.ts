import type { AnyFlags } from '../core/calls.ts'
import type { PageOptions } from '../core/page.ts'
import type { Platform } from '../core/platform.ts'
import type { PagePlatform } from './page-platform.ts'

/** What a page client needs at once, plus optional replacements for the defaults in `PagePlatform`. */
export type BrowserPlatform = Pick<Platform, 'startTimer' | 'fetch' | 'warn'> &
  Partial<PagePlatform> & {
    /** Reads a stored text; null if there is none. Throws if storage is forbidden. */
    readonly recall: (name: string) => string | null
    /** Stores a text. Throws if storage is forbidden or full. */
    readonly keep: (name: string, text: string) => void
  }

/** The platform of the current page, with the replacements given in the options. */
export const pagePlatform = ({
  storage,
  fetch: given,
}: Pick<PageOptions<AnyFlags>, 'storage' | 'fetch'> = {}): BrowserPlatform => ({
  startTimer: (run, afterMs) => {
    const timer = setTimeout(run, afterMs)
    return () => clearTimeout(timer)
  },
  // The native `fetch` throws if called as a method of another object.
  fetch: (url, init) => (given ?? fetch)(url, init),
  warn: console.warn,
  recall: (name) => (storage === false ? null : (storage ?? localStorage).getItem(name)),
  keep: (name, text) => storage !== false && (storage ?? localStorage).setItem(name, text),
})
