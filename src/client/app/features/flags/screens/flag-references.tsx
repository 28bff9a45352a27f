import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ReferenceKind, ReferencesOfFlag } from '../../../../../shared/features/builds/references.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import classes from '../../../components/settings.module.css'
import { SettingsSection } from '../../../components/settings-section.tsx'
import { Table } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { trpc } from '../../../trpc.ts'
import { Loaded } from '../../loading/loaded.tsx'

/** Code references from the last scan of each branch, and when the last read was removed. */
export function FlagReferences(props: { project: string; flag: string }): ReactNode {
  const references = trpc.references.ofFlag.useQuery(props)
  return (
    <SettingsSection title="Code references" lead="Where scanned repositories name this flag.">
      <Loaded
        query={references}
        what="the code references"
        loading={<Skeleton h={80} />}
        isEmpty={({ repositories }) => repositories.length === 0}
        empty={
          <p className={classes['lead']}>
            No repository has been scanned. Run <code>npx fanion scan</code> in CI to see where code reads your flags.
          </p>
        }
      >
        {(found) => <Places found={found} />}
      </Loaded>
    </SettingsSection>
  )
}

function Places({ found: { places, total, repositories } }: { found: ReferencesOfFlag }): ReactNode {
  return (
    <>
      {repositories.map(({ repository, branch, reads, gone, scannedAt }) => (
        <p key={`${repository} ${branch}`} className={classes['lead']}>
          {repository} ({branch}): {counted(reads, 'read')}, scanned <TimeText instant={scannedAt} />
          {gone === null ? null : (
            <>
              {' '}
              The last read left with <code>{gone.commit.slice(0, 7)}</code>, <TimeText instant={gone.at} />
            </>
          )}
        </p>
      ))}
      {places.length === 0 ? null : (
        <Table wraps label="Places that name this flag" columns={['Place', 'Repository', 'Type']}>
          {places.map((place) => {
            const at = `${place.path}:${place.line}`
            return (
              <tr key={`${place.repository} ${place.branch} ${at} ${place.column}`}>
                <th scope="row">
                  {place.link === null ? (
                    <code>{at}</code>
                  ) : (
                    <a href={place.link} target="_blank" rel="noreferrer noopener">
                      <code>{at}</code>
                    </a>
                  )}
                </th>
                <td>
                  {place.repository} ({place.branch})
                </td>
                <td>{kindText[place.kind]}</td>
              </tr>
            )
          })}
        </Table>
      )}
      {total > places.length ? (
        <p className={classes['lead']}>
          These are the first {places.length} of {total}.
        </p>
      ) : null}
    </>
  )
}

const kindText: Record<ReferenceKind, string> = {
  read: 'Read',
  declaration: 'Declaration',
  mention: 'Mention',
  test: 'Test',
}
