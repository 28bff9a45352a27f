import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { SystemStatus } from '../../../../shared/schemas/system.ts'
import { readerLocale } from '../../../../shared/text/time/reader-locale.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { SettingsPage, SettingsSection } from '../../components/settings-section.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { Loaded } from '../../features/loading/loaded.tsx'
import { trpc } from '../../trpc.ts'
import classes from './status.module.css'

const refreshMs = 10_000

const bytes = (count: number) => `${(count / 1_048_576).toLocaleString(readerLocale, { maximumFractionDigits: 0 })} MB`

/** Which Fanion this is and how it does: what an operator looks at first, and sends along when they ask for help. */
export function StatusScreen(): ReactNode {
  const status = trpc.system.status.useQuery(undefined, { refetchInterval: refreshMs })
  return (
    <SettingsPage>
      <Loaded query={status} what="the system status" loading={<Skeleton h={320} />} isEmpty={() => false} empty={null}>
        {(data) => (
          <>
            <SettingsSection title="This server">
              <Facts facts={serverFacts(data)} />
            </SettingsSection>
            <SettingsSection title="Database">
              <Facts facts={databaseFacts(data)} />
            </SettingsSection>
            <SettingsSection title="Set up">
              <Facts facts={settingFacts(data)} />
            </SettingsSection>
            <div>
              <CopyButton text={JSON.stringify(data, null, 2)} label="Copy for support" />
            </div>
          </>
        )}
      </Loaded>
    </SettingsPage>
  )
}

type Fact = readonly [name: string, value: ReactNode]

function Facts({ facts }: { facts: readonly Fact[] }): ReactNode {
  return (
    <dl className={classes['facts']}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const serverFacts = ({ version, node, startedAt, memoryBytes, publicUrl, connectedPrograms }: SystemStatus): Fact[] => [
  ['Fanion', version],
  ['Node.js', node],
  ['Started', <TimeText key="started" instant={startedAt} />],
  ['Memory', bytes(memoryBytes)],
  ['URL', publicUrl],
  ['Connected applications', connectedPrograms.toLocaleString(readerLocale)],
]

const databaseFacts = ({ database, notifications, logReadAt }: SystemStatus): Fact[] => [
  ['PostgreSQL', database.version],
  ['Response time', `${database.answeredInMs} ms`],
  ['Size', bytes(database.bytes)],
  ['Last migration', database.migration],
  ['Change notifications', notifications ? 'immediately' : 'on the next read of the log'],
  ['Log last read', logReadAt === null ? 'not yet' : <TimeText key="read" instant={logReadAt} />],
]

const settingFacts = ({ mail, privateAddresses }: SystemStatus): Fact[] => [
  ['Email', mail ? 'set up' : 'not set up; links are shown instead'],
  ['Private network access', privateAddresses ? 'allowed for webhooks and sign-in providers' : 'blocked'],
]
