import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Revision } from '../../../../../shared/features/publishing/schemas/revision.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { TimeText } from '../../../components/time-text.tsx'
import classes from './history.module.css'
import { markText } from './mark-text.ts'

/** A revision with its changes as sentences. */
export type ListedVersion = { revision: Revision; lines: readonly string[] }

const shownLines = 3

/** List of revisions, newest first. The selected one is in the URL. */
export function VersionList(props: { versions: readonly ListedVersion[]; chosen: number | undefined }): ReactNode {
  return (
    <ol className={classes['versions']}>
      {props.versions.map(({ revision, lines }) => (
        <li key={revision.number}>
          <Link
            to="."
            search={(old) => ({ ...old, v: revision.number, vs: undefined })}
            resetScroll={false}
            className={classes['version']}
            aria-current={revision.number === props.chosen ? 'true' : undefined}
          >
            <span className={classes['who']}>
              <strong>{revision.number}</strong> {revision.actor.name} · <TimeText instant={revision.publishedAt} />
              {revision.mark === null ? null : <span className={classes['mark']}>{markText[revision.mark]}</span>}
            </span>
            {lines.slice(0, shownLines).map((line) => (
              <span key={line} className={classes['change']}>
                {line}
              </span>
            ))}
            {lines.length > shownLines ? (
              <span className={classes['quiet']}>and {counted(lines.length - shownLines, 'more change')}</span>
            ) : null}
            {revision.message === '' || lines.some((line) => revision.message.endsWith(line)) ? null : (
              <span className={classes['quiet']}>{revision.message}</span>
            )}
            {(revision.broke ?? []).map(({ promise, sentence, reason }) => (
              <span key={promise} className={classes['change']}>
                Broke “{sentence}”{reason === null ? null : `: ${reason}`}
              </span>
            ))}
          </Link>
        </li>
      ))}
    </ol>
  )
}
