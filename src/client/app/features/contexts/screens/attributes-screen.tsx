import { Button, Skeleton } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Attribute } from '../../../../../shared/features/attributes/schemas/attribute.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { EditAndRemove } from '../../../components/edit-and-remove.tsx'
import { SettingsPage, SettingsSection } from '../../../components/settings-section.tsx'
import { StatePanel } from '../../../components/state-panel.tsx'
import { Table } from '../../../components/table.tsx'
import { done, failed } from '../../../components/toast.tsx'
import { trpc } from '../../../trpc.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { PermissionNotice } from '../../session/permission-notice.tsx'
import { useHasPermission } from '../../session/use-has-permission.ts'
import { AttributeDialog } from './attribute-dialog.tsx'
import { RecentContextsSection } from './recent-contexts-section.tsx'

const route = getRouteApi('/in/p/$project/contexts')

export function AttributesScreen(): ReactNode {
  const { project } = route.useParams()
  const { env } = route.useSearch()
  const environments = trpc.environments.list.useQuery({ project })
  const attributes = trpc.attributes.list.useQuery({ project })
  const editable = useHasPermission(project, 'attribute.edit')
  const [open, setOpen] = useState<Attribute | { begin: Partial<Attribute> } | null>(null)
  const utils = trpc.useUtils()
  const remove = trpc.attributes.remove.useMutation({
    onSuccess: async (was) => {
      await utils.attributes.invalidate()
      done(`Removed ${was.name}`, { undo: () => restore.mutate({ project, ...was }) })
    },
    onError: (error, { name }) => failed(`Couldn’t remove ${name}`, refusalOf(error)),
  })
  const restore = trpc.attributes.save.useMutation({ onSuccess: () => utils.attributes.invalidate() })
  const add = editable ? <Button onClick={() => setOpen({ begin: {} })}>Declare attribute</Button> : null
  return (
    <SettingsPage>
      <SettingsSection
        title="Attributes"
        lead="The data applications send about who a flag is evaluated for. Rules can test a declared attribute only with operators that fit its type."
      >
        <PermissionNotice project={project} permission="attribute.edit" />
        <Loaded
          query={attributes}
          what="attributes"
          loading={<Skeleton h={120} />}
          isEmpty={(list) => list.length === 0}
          empty={
            <StatePanel icon={IconBraces} title="No attributes declared" actions={add}>
              Rules can test any attribute. Declare one to validate the rules that use it and suggest its values.
            </StatePanel>
          }
        >
          {(list) => (
            <>
              <Table label="Declared attributes" columns={['Name', 'Type', 'Known values', 'Description']}>
                {list.map((attribute) => (
                  <tr key={attribute.name}>
                    <th scope="row">
                      <Link
                        to="/p/$project/around"
                        params={{ project }}
                        search={{ focus: `attribute:${attribute.name}` }}
                      >
                        <code>{attribute.name}</code>
                      </Link>
                    </th>
                    <td>{[attribute.type, ...marksOf(attribute)].join(', ')}</td>
                    <td>{attribute.knownValues.slice(0, 5).join(', ')}</td>
                    <td>{attribute.description}</td>
                    <td>
                      {editable ? (
                        <EditAndRemove
                          name={attribute.name}
                          onEdit={() => setOpen(attribute)}
                          onRemove={() => remove.mutate({ project, name: attribute.name })}
                        />
                      ) : null}
                    </td>
                  </tr>
                ))}
              </Table>
              <p>{add}</p>
            </>
          )}
        </Loaded>
      </SettingsSection>
      <RecentContextsSection
        project={project}
        environments={environments.data ?? []}
        chosen={env}
        declared={attributes.data ?? []}
        editable={editable === true}
        onDeclare={(begin) => setOpen({ begin })}
      />
      {open === null ? null : (
        <AttributeDialog
          project={project}
          attribute={'begin' in open ? null : open}
          begin={'begin' in open ? open.begin : {}}
          onClose={() => setOpen(null)}
        />
      )}
    </SettingsPage>
  )
}

const marksOf = ({ required, personal }: Attribute): string[] => [
  ...(required ? ['always present'] : []),
  ...(personal ? ['personal data'] : []),
]
