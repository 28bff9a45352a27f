import type { ReactNode } from 'react'
import { Logo } from '../../../components/logo.tsx'
import classes from './card.module.css'

/** Page layout for visitors who are not signed in: one centered card. */
export function Card(props: { title: string; lead: ReactNode; step?: string; children: ReactNode }): ReactNode {
  return (
    <main className={classes['page']}>
      <title>{`${props.title} · Fanion`}</title>
      <div className={classes['card']}>
        <div className={classes['brand']}>
          <Logo size={28} />
          <span>Fanion</span>
          {props.step ? <span className={classes['step']}>{props.step}</span> : null}
        </div>
        <h1 className={classes['title']}>{props.title}</h1>
        <p className={classes['lead']}>{props.lead}</p>
        {props.children}
      </div>
    </main>
  )
}
