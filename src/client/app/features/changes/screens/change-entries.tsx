import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Change, ShownEntry } from '../../../../../shared/features/changes/schemas/change.ts'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { documentDifferences } from '../../../../../shared/text/diff/document-difference.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { EnvironmentMark } from '../../environments/environment-mark.tsx'
import { DifferenceList } from '../../publishing/difference-list.tsx'
import classes from './change-screen.module.css'
import { EntryEdit } from './entry-edit.tsx'

/** Lists the first eight keys and the number of others. */
const listed = (keys: readonly string[]): string =>
  keys.length > 8 ? `${keys.slice(0, 8).join(', ')} and ${keys.length - 8} more` : keys.join(', ')

export function ChangeEntries(props: {
  project: string
  change: Change
  environments: readonly Environment[]
}): ReactNode {
  const { project, change, environments } = props
  const there = [...new Set(change.entries.map((entry) => entry.environment))]
  return (
    <section aria-labelledby="what">
      <h3 id="what" className={classes['heading']}>
        {change.state === 'applied' ? 'What changed' : 'What changes'}
      </h3>
      {there.map((key) => {
        const environment = environments.find((one) => one.key === key)
        return (
          <div key={key} className={classes['environment']}>
            <h4 className={classes['place']}>
              {environment ? <EnvironmentMark environment={environment} strong /> : key}
            </h4>
            {change.entries
              .filter((entry) => entry.environment === key)
              .map((entry) => (
                <Entry key={`${entry.kind}/${entry.key}`} project={project} change={change} entry={entry} />
              ))}
          </div>
        )
      })}
    </section>
  )
}

function Entry({ project, change, entry }: { project: string; change: Change; entry: ShownEntry }): ReactNode {
  const { kind, key, environment, before, document, touches } = entry
  const differences = documentDifferences(before, document)
  const reached = touches.filter((one) => one.kind === 'flag').map((one) => one.key)
  return (
    <div className={classes['entry']}>
      <p className={classes['subject']}>
        {kind === 'flag' ? <span>flag</span> : <span>segment</span>}{' '}
        {kind === 'flag' ? (
          <Link to="/p/$project/flags/$flag" params={{ project, flag: key }} search={{ env: environment }}>
            {key}
          </Link>
        ) : (
          <Link to="/p/$project/segments/$segment" params={{ project, segment: key }} search={{ env: environment }}>
            {key}
          </Link>
        )}
        <EntryEdit project={project} change={change} entry={entry} />
      </p>
      {differences.length === 0 ? (
        <p className={classes['hint']}>Nothing that affects applications.</p>
      ) : (
        <DifferenceList differences={differences} />
      )}
      {reached.length === 0 ? null : (
        <p className={classes['hint']}>
          {counted(reached.length, 'flag depends on this', 'flags depend on this')}: {listed(reached)}
        </p>
      )}
    </div>
  )
}
