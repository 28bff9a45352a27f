import { Skeleton } from '@mantine/core'
import { IconArrowsLeftRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import type { Agreement as Found } from '../../../../../shared/features/usage/schemas/comparison.ts'
import { SettingsSection } from '../../../components/settings-section.tsx'
import { StatePanel } from '../../../components/state-panel.tsx'
import { Table } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { trpc } from '../../../trpc.ts'
import { EnvironmentTabs } from '../../environments/environment-tabs.tsx'
import { Loaded } from '../../loading/loaded.tsx'
import { AgreementExamples } from './agreement-examples.tsx'
import classes from './imports.module.css'

type Row = Found['flags'][number]

/**
 * How often both systems agreed on each flag, as reported by applications that evaluate both. Flags that differ have
 * examples.
 */
export function Agreement(props: {
  project: string
  environments: readonly Environment[]
  chosen: string | undefined
}): ReactNode {
  const { project, environments } = props
  const environment = environments.find(({ key }) => key === props.chosen) ?? environments[0]
  const query = trpc.readings.agreement.useQuery(
    { project, environment: environment?.key ?? '' },
    { enabled: environment !== undefined },
  )
  if (environment === undefined) return null
  return (
    <SettingsSection
      title="Agreement"
      lead="An application that asks both systems reports here how often the answers were the same. It keeps serving the old ones."
    >
      <EnvironmentTabs environments={environments} chosen={environment.key} />
      <Loaded
        query={query}
        what="agreement"
        loading={<Skeleton h={160} />}
        isEmpty={({ flags }) => flags.length === 0}
        empty={
          <StatePanel icon={IconArrowsLeftRight} title={`Nothing compared in ${environment.name} yet`}>
            Wrap the OpenFeature provider you have in <code>comparing</code> from <code>@fanion/sdk/openfeature</code>,
            with a server key of {environment.name}. The first report comes within a minute.
          </StatePanel>
        }
      >
        {({ flags, days }) => <Flags project={project} environment={environment} flags={flags} days={days} />}
      </Loaded>
    </SettingsSection>
  )
}

function Flags(props: { project: string; environment: Environment; flags: readonly Row[]; days: number }): ReactNode {
  const { project, environment, flags, days } = props
  const total = flags.reduce((sum, { same, different }) => sum + same + different, 0)
  const different = flags.reduce((sum, one) => sum + one.different, 0)
  return (
    <>
      <p className={classes['sum']} role="status">
        {different === 0
          ? `${total.toLocaleString()} answers compared in ${days} days: every one was the same.`
          : `${total.toLocaleString()} answers compared in ${days} days: ${different.toLocaleString()} differed.`}
      </p>
      <Table
        actions={false}
        label={`Agreement in ${environment.name}`}
        columns={['Flag', 'Same', 'Different', 'Errors', 'Code’s default', 'Last report']}
      >
        {flags.map((row) => (
          <tr key={row.flag}>
            <th scope="row">
              <Link to="/p/$project/flags/$flag" params={{ project, flag: row.flag }} search={{ env: environment.key }}>
                {row.flag}
              </Link>
            </th>
            <td>{row.same.toLocaleString()}</td>
            <td>{row.different > 0 ? <strong>{row.different.toLocaleString()}</strong> : '0'}</td>
            <td>{row.errors.toLocaleString()}</td>
            <td>{row.defaults.toLocaleString()}</td>
            <td>
              <TimeText instant={row.lastAt} />
            </td>
          </tr>
        ))}
      </Table>
      {flags
        .filter((row) => row.different > 0)
        .slice(0, shown)
        .map((row) => (
          <AgreementExamples key={row.flag} project={project} environment={environment.key} row={row} />
        ))}
    </>
  )
}

/** Flags with expandable examples. The table covers all flags. */
const shown = 20
