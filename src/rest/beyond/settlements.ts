import { Settlement } from '../../core/entities/settlement.ts';
import { SettlementLine } from '../../core/entities/settlement-line.ts';
import { settlements } from '../../core/operations/settlements.ts';
import { type ListPage, readList } from '../../core/reads/index.ts';
import { handleAt } from '../places/handle-at.ts';
import { listAt } from '../places/list-at.ts';
import { listQuery, type Query, queryConditions } from '../places/list-query.ts';
import { retrieve, retrieveAt } from '../places/retrieve-at.ts';
import { page } from '../response-shapes.ts';

export const settlementsBeyond = [
  listAt(settlements.listSettlements, '/settlements'),
  retrieveAt(settlements.retrieveSettlement, '/settlements/{settlement_id}'),
  handleAt(settlements.listSettlementLines, {
    method: 'get',
    path: '/settlements/{settlement_id}/lines',
    query: listQuery(SettlementLine),
    example: { query: { limit: 20 } },
    response: page(SettlementLine),
    handle: async (ctx, { path, query }) => {
      await retrieve(ctx, Settlement, path.settlement_id);
      const where = [
        ...queryConditions(SettlementLine, query as Query),
        { field: 'settlement_id', op: 'eq' as const, value: path.settlement_id },
      ];
      return readList(ctx, SettlementLine, 'full', where, query as ListPage);
    },
  }),
];
