import type { ReactNode } from 'react'
import { fanion } from '../fanion'

export default async function Layout({ children }: { children: ReactNode }) {
  await fanion()
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
