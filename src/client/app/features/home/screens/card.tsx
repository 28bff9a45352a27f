import type { ReactNode } from 'react'
import classes from './home.module.css'

/** A card of the home page with a title, a note and a link. */
export function HomeCard(props: {
  title: string
  note?: ReactNode
  aside?: ReactNode
  children: ReactNode
}): ReactNode {
  const { title, note, aside, children } = props
  return (
    <section className={classes['card']} aria-label={title}>
      <div className={classes['head']}>
        <h3>{title}</h3>
        {note === undefined ? null : <span className={classes['note']}>{note}</span>}
        {aside === undefined ? null : <span className={classes['aside']}>{aside}</span>}
      </div>
      {children}
    </section>
  )
}
