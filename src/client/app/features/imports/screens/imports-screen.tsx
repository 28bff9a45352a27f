import { Skeleton } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { vendorNames } from '../../../../../shared/features/imports/schemas/import.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { encryptedIn } from '../../../../../shared/vendors/growthbook/import/encrypted.ts'
import { type Refusal, refusalOf } from '../../../../api/refusal.ts'
import { CodeBlock } from '../../../components/code-block.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { FormError } from '../../../components/form-error.tsx'
import { SettingsPage, SettingsSection } from '../../../components/settings-section.tsx'
import { Table } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { trpc } from '../../../trpc.ts'
import { DocsLink } from '../../docs/docs-link.tsx'
import { Loaded } from '../../loading/loaded.tsx'
import { PermissionNotice } from '../../session/permission-notice.tsx'
import { DecryptFiles } from './decrypt-files.tsx'
import { DropFiles } from './drop-files.tsx'
import classes from './imports.module.css'
import { partsOf, type UploadParts, uploadParts } from './upload-files.ts'
import { runStateText } from './words.ts'

const route = getRouteApi('/in/p/$project/import')

export function ImportsScreen(): ReactNode {
  const { project } = route.useParams()
  const can = trpc.members.can.useQuery({ project })
  return (
    <SettingsPage>
      <Loaded query={can} what="your access" loading={<Skeleton h={220} />} isEmpty={() => false} empty={null}>
        {({ project: mine }) =>
          mine['import.edit'].ok ? (
            <Importing project={project} />
          ) : (
            <SettingsSection
              title="Import"
              lead={
                <>
                  Bring flags in from LaunchDarkly, Unleash and other systems.{' '}
                  <DocsLink page="switching">What switching takes</DocsLink>
                </>
              }
            >
              <PermissionNotice project={project} permission="import.edit" />
            </SettingsSection>
          )
        }
      </Loaded>
    </SettingsPage>
  )
}

function Importing({ project }: { project: string }): ReactNode {
  const navigate = route.useNavigate()
  const utils = trpc.useUtils()
  const [reading, setReading] = useState<number | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [locked, setLocked] = useState<UploadParts | null>(null)
  const choose = async (files: readonly File[]) => {
    setLocked(null)
    setRefusal(null)
    const parts = await partsOf(files)
    if (Object.values(parts).some((part) => encryptedIn(part) !== null)) setLocked(parts)
    else await read(parts)
  }
  const read = async (parts: UploadParts) => {
    setReading(Object.keys(parts).length)
    setRefusal(null)
    try {
      const uploaded = await uploadParts({ project }, parts)
      if (uploaded.refusal) return setRefusal(uploaded.refusal)
      await utils.imports.invalidate()
      await navigate({ to: '/p/$project/import/$source', params: { project, source: String(uploaded.source.number) } })
    } catch (error) {
      setRefusal(refusalOf(error))
    } finally {
      setReading(null)
    }
  }
  return (
    <>
      <SettingsSection
        title="Import flags"
        lead="Everyone keeps the variant they have. You see what happens to each flag before anything is written, and one click undoes it."
      >
        <div className={classes['start']}>
          <DropFiles reading={reading} onFiles={(files) => void choose(files)} />
          {locked === null || reading !== null ? null : (
            <DecryptFiles parts={locked} onRead={(parts) => void read(parts)} />
          )}
          <FormError refusal={refusal} fields={[]} />
          <p className={classes['vendors']}>{Object.values(vendorNames).join(' · ')}</p>
          <CodeBlock
            label="Or in a terminal"
            code={`fanion import launchdarkly --from shop --project ${project}`}
            actions={<CopyButton text={`fanion import launchdarkly --from shop --project ${project}`} label="Copy" />}
          />
        </div>
      </SettingsSection>
      <Sources project={project} />
    </>
  )
}

function Sources({ project }: { project: string }): ReactNode {
  const imports = trpc.imports.list.useQuery({ project })
  return (
    <Loaded
      query={imports}
      what="earlier imports"
      loading={<Skeleton h={96} />}
      isEmpty={(list) => list.length === 0}
      empty={null}
    >
      {(list) => (
        <SettingsSection title="Earlier imports">
          <Table label="Where flags came from" columns={['From', 'Status', 'Here', 'Last read']}>
            {list.map(({ number, vendor, name, state, subjects, run }) => (
              <tr key={number} data-faded={state === 'undone' || undefined}>
                <th scope="row">
                  <Link to="/p/$project/import/$source" params={{ project, source: String(number) }}>
                    {vendorNames[vendor]}
                    {name === vendor ? '' : ` ${name}`}
                  </Link>
                </th>
                <td>{state === 'undone' && run.state === 'applied' ? 'Undone' : runStateText[run.state]}</td>
                <td>{subjects === 0 ? '–' : counted(subjects, 'flag or segment', 'flags and segments')}</td>
                <td>
                  <TimeText instant={run.startedAt} /> by {run.startedBy}
                </td>
                <td />
              </tr>
            ))}
          </Table>
        </SettingsSection>
      )}
    </Loaded>
  )
}
