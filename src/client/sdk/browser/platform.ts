import type { AnyFlags } from '../core/calls.ts'
import type { PageOptions } from '../core/page.ts'
import type { Platform } from '../core/platform.ts'
import type { PagePlatform } from './page-platform.ts'

/** What a client in a page needs at once, and what it has otherwise than other pages. */
export type BrowserPlatform = Pick<Platform, 'startTimer' | 'fetch' | 'warn'> &
  Partial<PagePlatform> & {
    /** The text kept under a name; null where there is none. Throws where the page may not keep any. */
    readonly recall: (name: string) => string | null
    /** Throws where that is forbidden, or the storage is full. */
    readonly keep: (name: string, text: string) => void
  }

/** The page's own surroundings, with what the page would have otherwise. */
export const pagePlatform = ({
  storage,
  fetch: given,
}: Pick<PageOptions<AnyFlags>, 'storage' | 'fetch'> = {}): BrowserPlatform => ({
  startTimer: (run, afterMs) => {
    const timer = setTimeout(run, afterMs)
    return () => clearTimeout(timer)
  },
  // Called as a method of anything else, the page's own refuses.
  fetch: (url, init) => (given ?? fetch)(url, init),
  warn: console.warn,
  recall: (name) => (storage === false ? null : (storage ?? localStorage).getItem(name)),
  keep: (name, text) => storage !== false && (storage ?? localStorage).setItem(name, text),
})
