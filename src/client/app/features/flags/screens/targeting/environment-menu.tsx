import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowBackUp, IconCopy, IconDots, IconGitCompare, IconHistory } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, type ReactNode, useState } from 'react'
import type { FlagPage } from '../../../../../../shared/features/flags/schemas/flag-view.ts'
import type { Environment, Role } from '../../../../../../shared/features/projects/schemas/project.ts'
import { useShortcut } from '../../../../components/shortcuts.ts'
import { undoLast } from '../../../../components/toast.tsx'
import { PromoteSheet } from '../../../publishing/promote-sheet.tsx'
import { RestoreSheet } from '../../../publishing/restore-sheet.tsx'
import { usePublish } from '../../../publishing/use-publish.ts'

export const EnvironmentMenu = memo(function EnvironmentMenu(props: {
  project: string
  page: FlagPage
  environment: Environment
  role: Role | undefined
  opened: boolean
  /** Why publishing there is not possible. */
  reason: string | undefined
}): ReactNode {
  const { project, page, environment, role, opened, reason } = props
  const flag = page.flag.key
  const { restore } = usePublish(project)
  const [undoing, setUndoing] = useState(false)
  const [source, setSource] = useState<Environment | null>(null)
  const subject = { kind: 'flag' as const, key: flag }
  const number = page.heads[environment.key]?.revision ?? 0
  const others = page.environments.filter((one) => one.key !== environment.key && page.heads[one.key] !== undefined)
  const undo = () => {
    if (environment.protected) setUndoing(true)
    else void restore(number - 1, [subject], { environment, base: number, message: `Undo revision ${number}` })
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={28} aria-label={`Actions for ${environment.name}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconArrowBackUp size={15} />}
            disabled={reason !== undefined || number === 0}
            onClick={undo}
          >
            Undo last publish
          </Menu.Item>
          {others.map((other) => (
            <Menu.Item
              key={other.key}
              leftSection={<IconCopy size={15} />}
              disabled={reason !== undefined}
              onClick={() => setSource(other)}
            >
              Copy from {other.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {others.map((other) => (
            <Menu.Item
              key={other.key}
              leftSection={<IconGitCompare size={15} />}
              renderRoot={(root) => (
                <Link
                  to="/p/$project/compare"
                  params={{ project }}
                  search={{ a: other.key, b: environment.key, q: flag }}
                  {...root}
                />
              )}
            >
              Compare with {other.name}
            </Menu.Item>
          ))}
          <Menu.Item
            leftSection={<IconHistory size={15} />}
            renderRoot={(root) => (
              <Link
                to="/p/$project/flags/$flag/history"
                params={{ project, flag }}
                search={{ env: environment.key }}
                {...root}
              />
            )}
          >
            History
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {opened && reason === undefined && number > 0 ? <UndoKey onUndo={() => setUndoing(true)} /> : null}
      {undoing ? (
        <RestoreSheet
          project={project}
          environment={environment}
          subject={subject}
          to={number - 1}
          role={role}
          onClose={() => setUndoing(false)}
        />
      ) : null}
      {source === null ? null : (
        <PromoteSheet
          project={project}
          from={source}
          to={environment}
          subjects={[subject]}
          role={role}
          onClose={() => setSource(null)}
        />
      )}
    </>
  )
})

/**
 * Z undoes the last action whose message is still visible. Otherwise it undoes the last publish here, after showing its
 * effect.
 */
function UndoKey({ onUndo }: { onUndo: () => void }): ReactNode {
  useShortcut('z', 'Undo last publish', () => {
    if (!undoLast()) onUndo()
  })
  return null
}
