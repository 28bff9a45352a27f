import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PromiseNews } from '../../../../../shared/features/promises/schemas/promise.ts'
import { TimeText } from '../../../components/time-text.tsx'
import { PromiseSentence } from '../../promises/broken-promises.tsx'
import classes from './changes-screen.module.css'

/** A violation of one of the user’s promises, or an attempt that was blocked: by whom, where and why. */
export function PromiseNewsRow({ news }: { news: PromiseNews }): ReactNode {
  const { project, projectName, environment, sentence, kind, actor, reason, revision, change, at } = news
  return (
    <li className={classes['row']}>
      <div className={classes['first']}>
        {kind === 'stopped' && change !== null ? (
          <Link
            to="/p/$project/changes/$change"
            params={{ project, change: String(change) }}
            className={classes['title']}
          >
            <PromiseSentence sentence={sentence} />
          </Link>
        ) : (
          <Link to="/p/$project/promises" params={{ project }} className={classes['title']}>
            <PromiseSentence sentence={sentence} />
          </Link>
        )}
      </div>
      <div className={classes['facts']}>
        <span className={classes['within']}>{projectName}</span>
        <span>{environment}</span>
        <span>
          {kind === 'stopped'
            ? change === null
              ? `${actor} was stopped`
              : `change #${change} was stopped`
            : `${actor} broke it with revision ${revision ?? ''}`}
          , <TimeText instant={at} />
        </span>
        {reason === null ? null : <span>{reason}</span>}
      </div>
    </li>
  )
}
