import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { LazyMenu } from '../components/lazy-menu.tsx'
import { lazyPart } from '../components/lazy-part.ts'
import { useShortcut } from '../components/shortcuts.ts'
import { trpc } from '../trpc.ts'
import type { SnippetKind } from './snippet-kinds.ts'
import classes from './top-bar.module.css'

const SnippetMenuItems = lazyPart(async () => (await import('./snippet-menu-items.tsx')).SnippetMenuItems)

/** Copies a program that reads the flag. One click copies it with the client key; a menu has the server variants. */
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
      <LazyMenu
        position="bottom-end"
        width={240}
        button={(own) => (
          <ActionIcon {...own} variant="default" size={28} aria-label="Other snippets">
            <IconChevronDown size={14} />
          </ActionIcon>
        )}
      >
        <SnippetMenuItems onCopy={(kind) => void copy(kind)} />
      </LazyMenu>
    </span>
  )
}
