import type { ReactNode } from 'react'
import classes from './fresh-bar.module.css'

/** Says quietly that a list has grown, and shows what is new when it is asked to. */
export function FreshBar({ fresh, onShow }: { fresh: number; onShow: () => void }): ReactNode {
  return (
    <div role="status">
      {fresh === 0 ? null : (
        <button type="button" className={classes['bar']} onClick={onShow}>
          {fresh} new · Show
        </button>
      )}
    </div>
  )
}
