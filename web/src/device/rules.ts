import type { Analysis, GameRecord, ReplayStep } from "../site/api.ts";
import type { TableGame } from "./table.ts";
export async function gameOf(_game: string): Promise<TableGame> {
  throw new Error("soon");
}
export async function chosen(_game: string, _view: unknown, _level: string): Promise<string> {
  throw new Error("soon");
}
export async function hinted(_game: string, _view: unknown): Promise<string> {
  throw new Error("soon");
}
export async function analysed(_record: GameRecord, _at: number): Promise<Analysis> {
  throw new Error("soon");
}
export async function replayed(_record: GameRecord, _since: number): Promise<ReplayStep[]> {
  throw new Error("soon");
}
