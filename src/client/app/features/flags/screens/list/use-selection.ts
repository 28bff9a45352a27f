import { useRef, useState } from 'react'

const none: ReadonlySet<string> = new Set()

const mostInLink = 50

const read = (text: string | undefined): ReadonlySet<string> => (text === undefined ? none : new Set(text.split(',')))

/** The selected flags, by key. Small selections are part of the link; `keep` writes them there. */
export const useSelection = (inLink: string | undefined, keep: (text: string | undefined) => void) => {
  const [chosen, setChosen] = useState(() => read(inLink))
  const last = useRef<string | null>(null)
  const [link, setLink] = useState(inLink)
  // A link or Back changes the selection. A selection too large for a link stays if the link has none.
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
    /** Toggles a flag. With `range`, selects everything from the last one to this one in the order of `keys`. */
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
