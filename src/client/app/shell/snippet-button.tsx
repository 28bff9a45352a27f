import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconChevronDown, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useShortcut } from '../components/shortcuts.ts'
import { trpc } from '../trpc.ts'
import { type SnippetKind, snippetKinds } from './snippet-kinds.ts'
import classes from './top-bar.module.css'

/** Copies a program that reads the flag, ready to paste: one press with the client key inside, one more for a server. */
export function SnippetButton(props: {
  project: string
  flag: string | undefined
  environment: string | undefined
}): ReactNode {
  const utils = trpc.useUtils()
  const { mutateAsync: createKey } = trpc.keys.create.useMutation()
  const copy = async (kind: SnippetKind) => {
    const { copySnippet } = await import('./copy-snippet.ts')
    await copySnippet(utils, { ...props, kind, createKey })
  }
  useShortcut('y', 'Copy snippet', () => void copy('browser'))
  useShortcut('shift+y', 'Copy client key', () => void copy('key'))
  return (
    <span className={classes['split']}>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconCopy size={14} />}
        onClick={() => void copy('browser')}
      >
        Copy snippet
      </Button>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="default" size={28} aria-label="Other snippets">
            <IconChevronDown size={14} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {snippetKinds.map(([kind, label]) => (
            <Menu.Item key={kind} onClick={() => void copy(kind)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </span>
  )
}
