import { Button, Skeleton } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { SettingsPage, SettingsSection } from '../../../components/settings-section.tsx'
import { useShortcut } from '../../../components/shortcuts.ts'
import { StatePanel } from '../../../components/state-panel.tsx'
import { trpc } from '../../../trpc.ts'
import { DocsLink } from '../../docs/docs-link.tsx'
import { Loaded } from '../../loading/loaded.tsx'
import { PromiseDialog, type PromiseDraft } from '../promise-dialog.tsx'
import { PromiseRows } from '../promise-rows.tsx'
import { Starters } from './starters.tsx'

const route = getRouteApi('/in/p/$project/promises')

/** Promises of a project, which no publish may violate, with their state in each environment. */
export function PromisesScreen(): ReactNode {
  const { project } = route.useParams()
  const promises = trpc.promises.list.useQuery({ project })
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const can = trpc.members.can.useQuery({ project }).data
  // Permission in one environment suffices here. The server checks each environment of the promise.
  const editable = can ? Object.values(can.environments).some((here) => here['promise.edit'].ok) : null
  const { new: asked, say } = route.useSearch()
  const navigate = route.useNavigate()
  const [begun, setBegin] = useState<PromiseDraft | null>(null)
  const blank = { sentence: '', environments: [] }
  // Opens the dialog that the link requests once the permission is known.
  const begin = begun ?? (editable && (asked || say !== undefined) ? { ...blank, sentence: say ?? '' } : null)
  const close = () => {
    setBegin(null)
    void navigate({ search: {}, replace: true })
  }
  const create = () => setBegin(blank)
  useShortcut('n', 'New promise', create, editable)
  const add = editable ? <Button onClick={create}>New promise</Button> : null
  return (
    <SettingsPage>
      <SettingsSection
        title="Promises"
        lead="Statements about flags, proven for every possible context before each publish. A publish that would break one is refused, with an example."
      >
        <Loaded
          query={promises}
          what="the promises"
          loading={<Skeleton h={120} />}
          isEmpty={(list) => list.length === 0}
          empty={
            <>
              <StatePanel icon={IconShieldCheck} title="No promises yet" actions={add}>
                Say what must always be so: staff always get the new checkout, nobody in a country gets a feature, at
                most a quarter of a plan does. <DocsLink page="promises">How promises work</DocsLink>
              </StatePanel>
              {editable ? <Starters project={project} onChoose={setBegin} /> : null}
            </>
          }
        >
          {(list) => (
            <>
              <PromiseRows project={project} promises={list} environments={environments} />
              {add === null ? null : <p>{add}</p>}
            </>
          )}
        </Loaded>
      </SettingsSection>
      {begin === null ? null : <PromiseDialog project={project} promise={null} begin={begin} onClose={close} />}
    </SettingsPage>
  )
}
