import { type LinkOptions, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useShortcut } from '../components/shortcuts.ts'
import { destinations } from './destinations.ts'

/** Shortcuts with G and a letter for each screen of the project. */
export function GoShortcuts({ project }: { project: string }): ReactNode {
  return destinations(project).map(({ label, keys, link }) => <Go key={keys} keys={keys} label={label} link={link} />)
}

function Go({ keys, label, link }: { keys: string; label: string; link: LinkOptions }): ReactNode {
  const navigate = useNavigate()
  useShortcut(keys, `Go to ${label}`, () => void navigate(link))
  return null
}
