import { type ReactNode, useId } from 'react'
import classes from './results.module.css'

/** A card with a title, a note and content on the right. */
export function ResultCard(props: {
  title: string
  note?: ReactNode
  aside?: ReactNode
  children: ReactNode
}): ReactNode {
  const { title, note, aside, children } = props
  const id = useId()
  return (
    <div role="group" className={classes['card']} aria-labelledby={id}>
      <div className={classes['cardHead']}>
        <h3 id={id}>{title}</h3>
        {note === undefined ? null : <span className={classes['note']}>{note}</span>}
        {aside === undefined ? null : <span className={classes['aside']}>{aside}</span>}
      </div>
      <div className={classes['cardBody']}>{children}</div>
    </div>
  )
}
