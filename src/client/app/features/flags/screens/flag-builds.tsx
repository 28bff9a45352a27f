import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Build } from '../../../../../shared/features/builds/schemas/build.ts'
import classes from '../../../components/settings.module.css'
import { SettingsSection } from '../../../components/settings-section.tsx'
import { Table } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { trpc } from '../../../trpc.ts'
import { Loaded } from '../../loading/loaded.tsx'

/** Builds that declare this flag, with their defaults and when they were seen. */
export function FlagBuilds(props: { project: string; flag: string }): ReactNode {
  const builds = trpc.builds.ofFlag.useQuery(props)
  return (
    <SettingsSection
      title="Builds"
      lead={
        <>
          Versions of applications that declare this flag. While one with a server key is live, the flag can’t be
          archived.{' '}
          <Link to="/p/$project/builds" params={{ project: props.project }}>
            All builds
          </Link>
        </>
      }
    >
      <Loaded
        query={builds}
        what="the builds"
        loading={<Skeleton h={80} />}
        isEmpty={(list) => list.length === 0}
        empty={<p className={classes['lead']}>No build has declared this flag.</p>}
      >
        {(list) => (
          <Table
            wraps
            label="Builds that declare this flag"
            columns={['Application', 'Environment', 'Last seen', 'Running', 'Default']}
          >
            {list.map((build) => (
              <tr key={JSON.stringify([build.environment, build.kind, build.name, build.version, build.firstSeenAt])}>
                <th scope="row">
                  {build.name} {build.version}
                  {build.commit === null ? null : <> ({build.commit.slice(0, 7)})</>}
                </th>
                <td>
                  <Link
                    to="/p/$project/builds"
                    params={{ project: props.project }}
                    search={{ env: build.environment, show: build.live ? undefined : 'old' }}
                  >
                    {build.environment}
                  </Link>
                </td>
                <td>
                  {liveText(build)} <TimeText instant={build.lastSeenAt} />
                </td>
                <td>{build.programs}</td>
                <td>
                  <code>{JSON.stringify(build.flags[0]?.default)}</code>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Loaded>
    </SettingsSection>
  )
}

const liveText = ({ kind, live }: Build): string => {
  if (kind === 'client') return 'Browser,'
  return live ? 'Live,' : 'Old,'
}
