import type { ReactNode } from 'react'
import classes from './new-items-bar.module.css'

/** Announces new items of a list, and shows them on request. */
export function NewItemsBar({ fresh, onShow }: { fresh: number; onShow: () => void }): ReactNode {
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
