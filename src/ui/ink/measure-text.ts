import { styledWidth } from '../layout/styled-width.ts'

/** Size of a text in cells, as Ink asks it of each text node that changed. */
const measureText = (text: string): { width: number; height: number } => {
  if (text.length === 0) return { width: 0, height: 0 }
  if (!text.includes('\n')) return { width: styledWidth(text), height: 1 }
  const lines = text.split('\n')
  return { width: Math.max(...lines.map(styledWidth)), height: lines.length }
}
export default measureText
