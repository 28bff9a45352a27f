import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type {
  BuildWithFindings,
  ContractFinding,
  DeclaredFlag,
} from '../../../../../shared/features/builds/schemas/build.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { Mark } from '../../../components/mark.tsx'
import { Table } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import classes from './builds.module.css'

/** Findings shown initially. The others appear in the list of flags. */
const mostFindings = 5

/** One build with its status, the findings of its declaration, and all declared flags. */
export function BuildItem({ project, build }: { project: string; build: BuildWithFindings }): ReactNode {
  const { name, version, commit, runtime, kind, live, programs, firstSeenAt, lastSeenAt, flags, findings } = build
  const more = findings.length - mostFindings
  const connections = programs > 0 ? counted(programs, 'open connection') : 'Not connected now'
  return (
    <li className={classes['item']}>
      <h2 className={classes['name']}>
        {name} <span>{version}</span>
        {commit === null ? null : <code>{commit.slice(0, 7)}</code>}
        <Mark tone={live ? 'good' : 'plain'}>{live ? 'live' : 'old'}</Mark>
        {kind === 'client' ? (
          <Mark title="Told with a client key, which anyone has: it holds nothing back">browser</Mark>
        ) : null}
      </h2>
      <p className={classes['facts']}>
        {connections}, last seen <TimeText instant={lastSeenAt} />, first seen <TimeText instant={firstSeenAt} />,{' '}
        {runtime}
      </p>
      {findings.length === 0 ? null : (
        <ul className={classes['findings']} aria-label={`What doesn’t fit in ${name} ${version}`}>
          {findings.slice(0, mostFindings).map((finding) => (
            <Finding key={JSON.stringify(finding)} project={project} finding={finding} />
          ))}
          {more > 0 ? <li>{counted(more, 'more finding')}</li> : null}
        </ul>
      )}
      {flags.length === 0 ? (
        <p className={classes['facts']}>Declares no flags.</p>
      ) : (
        <details className={classes['declares']}>
          <summary>Declares {counted(flags.length, 'flag')}</summary>
          <Table wraps label={`Flags of ${name} ${version}`} columns={['Flag', 'Type', 'Variants', 'Default']}>
            {flags.map((flag) => (
              <tr key={flag.key}>
                <th scope="row">
                  <FlagLink project={project} flag={flag.key} missing={isMissing(findings, flag)} />
                </th>
                <td>{flag.type}</td>
                <td>{flag.variants === null ? 'any' : flag.variants.map((one) => JSON.stringify(one)).join(', ')}</td>
                <td>
                  <code>{JSON.stringify(flag.default)}</code>
                </td>
              </tr>
            ))}
          </Table>
        </details>
      )}
    </li>
  )
}

const isMissing = (findings: readonly ContractFinding[], { key }: DeclaredFlag): boolean =>
  findings.some(({ kind, flag }) => kind === 'missing' && flag === key)

function Finding({ project, finding }: { project: string; finding: ContractFinding }): ReactNode {
  const { kind, flag, sentence } = finding
  return (
    <li data-kind={kind}>
      <FlagLink project={project} flag={flag} missing={kind === 'missing'} />: {sentence}
    </li>
  )
}

/** Link to a flag’s code references, or to its creation if it does not exist. */
function FlagLink({ project, flag, missing }: { project: string; flag: string; missing: boolean }): ReactNode {
  if (missing)
    return (
      <>
        <code>{flag}</code>{' '}
        <Link to="/p/$project/flags" params={{ project }} search={{ new: true, like: flag }}>
          Create
        </Link>
      </>
    )
  return (
    <Link to="/p/$project/flags/$flag/code" params={{ project, flag }}>
      <code>{flag}</code>
    </Link>
  )
}
