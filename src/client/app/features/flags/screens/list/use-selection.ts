import { useRef, useState } from 'react'

const none: ReadonlySet<string> = new Set()

/** How many selected flags a link carries. */
const mostInLink = 50

const read = (text: string | undefined): ReadonlySet<string> => (text === undefined ? none : new Set(text.split(',')))

/** The flags that are selected, by key. A link carries them while they are few; `keep` writes them there. */
export const useSelection = (inLink: string | undefined, keep: (text: string | undefined) => void) => {
  const [chosen, setChosen] = useState(() => read(inLink))
  const last = useRef<string | null>(null)
  const [link, setLink] = useState(inLink)
  // a link or Back leads to another selection; one that is too long for a link is not lost by leaving none
  if (inLink !== link) {
    setLink(inLink)
    if (inLink !== undefined || chosen.size <= mostInLink) setChosen(read(inLink))
  }
  const set = (next: ReadonlySet<string>) => {
    setChosen(next)
    keep(next.size === 0 || next.size > mostInLink ? undefined : [...next].join(','))
  }
  return {
    chosen,
    clear: () => set(none),
    all: (keys: readonly string[]) => set(new Set(keys)),
    /** Selects a flag or lets it go; with `range`, everything from the last one to this one in the order of `keys`. */
    flip: (key: string, range: boolean, keys: readonly string[]) => {
      const from = last.current === null ? -1 : keys.indexOf(last.current)
      const to = keys.indexOf(key)
      last.current = key
      const next = new Set(chosen)
      if (range && from >= 0) for (const one of keys.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(one)
      else if (!next.delete(key)) next.add(key)
      set(next)
    },
  }
}
