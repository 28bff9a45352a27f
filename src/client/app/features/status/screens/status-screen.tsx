import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { SystemStatus } from '../../../../../shared/features/status/schemas/system.ts'
import { limits } from '../../../../../shared/limits.ts'
import { forecastEventStorage } from '../../../../../shared/text/event-storage-forecast.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { readerLocale } from '../../../../../shared/text/time/reader-locale.ts'
import { CopyButton } from '../../../components/copy-button.tsx'
import { SettingsPage, SettingsSection } from '../../../components/settings-section.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { trpc } from '../../../trpc.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { LastHour } from './last-hour.tsx'
import classes from './status.module.css'

const refreshMs = 10_000

const bytes = (count: number) => `${(count / 1_048_576).toLocaleString(readerLocale, { maximumFractionDigits: 0 })} MB`

/** Version and health of this server, for operators and for support requests. */
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
            <SettingsSection title="Last hour" lead={hourLead(data)}>
              <LastHour minutes={data.lastHour} />
            </SettingsSection>
            <SettingsSection title="Database">
              <Facts facts={databaseFacts(data)} />
            </SettingsSection>
            <SettingsSection
              title="Events and exposures"
              lead={`Events are kept for ${limits.eventsKeptDays} days, exposures for ${limits.exposuresKeptDays} days after their ramp or experiment ends.`}
            >
              <Facts facts={measureFacts(data)} />
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

/** Explains the charts. A server that just started has few minutes. */
const hourLead = ({ lastHour }: SystemStatus): string =>
  lastHour.length < 60
    ? `Of this server alone, in its memory. It started ${counted(Math.max(0, lastHour.length - 1), 'minute')} ago: what was before isn’t known.`
    : 'Of this server alone, in its memory, minute by minute.'

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

/** Clock differences below this are not reported, in milliseconds. */
const clockApartMs = 5_000

const clockText = (aheadMs: number): string => {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000)
  if (Math.abs(aheadMs) <= clockApartMs) return 'agrees with the database'
  return aheadMs > 0 ? `${seconds} s ahead of the database` : `${seconds} s behind the database`
}

const databaseFacts = ({ database, clockAheadMs, notifications, logReadAt }: SystemStatus): Fact[] => [
  ['PostgreSQL', database.version],
  ['Response time', `${database.answeredInMs} ms`],
  ['Size', bytes(database.bytes)],
  ['Last migration', database.migration],
  ['Server clock', clockText(clockAheadMs)],
  ['Change notifications', notifications ? 'immediately' : 'on the next read of the log'],
  ['Log last read', logReadAt === null ? 'not yet' : <TimeText key="read" instant={logReadAt} />],
]

const stored = ({ rows, bytes: size, lastDay }: SystemStatus['measured']['events']) =>
  `${counted(rows, 'row')}, ${bytes(size)}, ${lastDay.toLocaleString(readerLocale)} in the last day`

const measureFacts = ({ measured }: SystemStatus): Fact[] => {
  const { settlesAtBytes, daysLeft, isTooMuch } = forecastEventStorage(measured.events, measured.freeBytes)
  return [
    ['Events', stored(measured.events)],
    ['Exposures', stored(measured.exposures)],
    [
      'At this pace',
      measured.events.lastDay === 0
        ? 'no events came in the last day'
        : daysLeft === null
          ? `events come to ${bytes(settlesAtBytes)} and then grow no further`
          : `events come to ${bytes(settlesAtBytes)}; the disk is full in ${counted(daysLeft, 'day')}`,
    ],
    ...(isTooMuch
      ? [['Too many events', 'one PostgreSQL is meant for up to 5 million a day; send fewer, or a sample'] as const]
      : []),
  ]
}

const settingFacts = ({ mail, privateAddresses }: SystemStatus): Fact[] => [
  ['Email', mail ? 'set up' : 'not set up; links are shown instead'],
  ['Private network access', privateAddresses ? 'allowed for webhooks and sign-in providers' : 'blocked'],
]
