import type { ReactNode } from 'react'
import type { Serve } from '../../../../shared/schemas/split.ts'
import { serveText } from '../../../../shared/text/rules/serve.ts'
import { text } from '../../../../shared/text/word.ts'
import { servedShares, servedWords } from './served.ts'
import classes from './served-cell.module.css'
import { ShareBar } from './share-bar.tsx'
import { VariantMark } from './variant-mark.tsx'
import { type Slot, slotOf } from './variant-slots.ts'

/** What a rule serves, as a bar and as text. */
export function ServedCell(props: {
  serve: Serve
  /** Share of the matching users, from 0 to 1, that an imported rollout includes. */
  share?: number | undefined
  slots: ReadonlyMap<string, Slot>
}): ReactNode {
  const { serve, share, slots } = props
  const words = servedWords(serve, share)
  if (words === null) return <span className={classes['other']}>{text(serveText(serve))}</span>
  return (
    <span className={classes['cell']}>
      <span className={classes['bar']}>
        <ShareBar shares={servedShares(serve, slots, share)} size={10} />
      </span>
      <span className={classes['words']}>
        {words.length === 0 ? <span className={classes['share']}>nobody</span> : null}
        {words.map(({ variant, share }) => (
          <span key={variant}>
            <VariantMark slot={slotOf(slots, variant)} name={variant} />{' '}
            <span className={classes['share']}>{share}</span>
          </span>
        ))}
      </span>
    </span>
  )
}
