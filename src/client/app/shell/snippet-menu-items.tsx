import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { type SnippetKind, snippetKinds } from './snippet-kinds.ts'

export function SnippetMenuItems({ onCopy }: { onCopy: (kind: SnippetKind) => void }): ReactNode {
  return snippetKinds.map(([kind, label]) => (
    <Menu.Item key={kind} onClick={() => onCopy(kind)}>
      {label}
    </Menu.Item>
  ))
}
