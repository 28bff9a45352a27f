import { type ReactNode, use } from 'react'
import { collapseLists } from '../../../../shared/text/collapse.ts'
import { withoutQuotes } from '../../../../shared/text/rules/without-language-quotes.ts'
import type { SentencePart } from '../../../../shared/text/word.ts'
import { KnownSegments } from './known-segments.ts'
import classes from './sentence.module.css'

const classOf = {
  attribute: classes['attribute'],
  value: classes['value'],
  variant: classes['variant'],
  name: classes['name'],
} satisfies Record<Exclude<SentencePart['kind'], 'plain'>, string | undefined>

/** Text of a chip. Its border replaces the quotes visually; they remain for copying and for screen readers. */
function ChipText({ word }: { word: SentencePart }): ReactNode {
  const inner = withoutQuotes(word)
  if (inner === null) return word.text
  return (
    <>
      <span className="visually-hidden">"</span>
      {inner}
      <span className="visually-hidden">"</span>
    </>
  )
}

/**
 * A sentence with highlighted names and values, or with `chips`, as chips. Lists of more than eight values are
 * collapsed. The text stays complete for copying and for screen readers.
 */
export function Sentence({ words, chips }: { words: readonly SentencePart[]; chips?: boolean }): ReactNode {
  const segments = use(KnownSegments)
  return (
    <span translate="no" data-chips={chips || undefined} className={classes['sentence']}>
      {collapseLists(words).map((w, i) =>
        w.kind === 'plain' ? (
          w.text
        ) : (
          // Words have no id other than their position
          // oxlint-disable-next-line react/no-array-index-key
          <span
            key={i}
            className={classOf[w.kind]}
            title={w.kind === 'name' ? segments.get(w.text)?.summary : undefined}
          >
            {chips ? <ChipText word={w} /> : w.text}
          </span>
        ),
      )}
    </span>
  )
}
