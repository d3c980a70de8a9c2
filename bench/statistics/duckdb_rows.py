#!/usr/bin/env python3
"""The figures of `aggregate` by DuckDB, one thread: bench/statistics/duckdb_rows.py verdicts.jsonl"""
import sys
import duckdb

db = duckdb.connect()
db.execute('set threads to 1')
db.execute('set memory_limit = \'4GB\'')
rows = db.execute('''
    with v as (
        select cell, task, verdict.pass as pass, verdict.score as score, answer.error as error, answer.finish as finish,
            answer.tokens as tokens, answer.prefill_ms as prefill_ms, answer.arrivals as arrivals,
            answer.sent_s as sent, answer.first_token_s as first, answer.last_token_s as last
        from read_json(?, format = 'newline_delimited', maximum_object_size = 67108864, columns = {
            kind: 'varchar', cell: 'varchar', task: 'varchar', id: 'varchar', replicate: 'integer',
            verdict: 'struct(pass boolean, score double)',
            answer: 'struct(error json, finish varchar, tokens struct(prompt bigint, completion bigint, cached bigint, drafted bigint, accepted bigint, first_chunk bigint), prefill_ms double, arrivals double[][], sent_s double, first_token_s double, last_token_s double)'})
        where kind = 'verdict'),
    speeds as (
        select cell, task, count(*) as n, avg(score) as score, var_samp(score) as variance,
            count(*) filter (pass) as passed, count(*) filter (not pass) as failed, count(*) filter (finish = 'length') as cut,
            sum(tokens.prompt) as prompt, sum(tokens.completion) as completion, sum(tokens.cached) as cached,
            sum(tokens.drafted) as drafted, sum(tokens.accepted) as accepted,
            quantile_cont((tokens.completion - tokens.first_chunk) / nullif(last - first, 0), [.5, .9, .99]) as decode,
            avg((tokens.completion - tokens.first_chunk) / nullif(last - first, 0)) as decode_mean,
            quantile_cont(tokens.prompt / prefill_ms * 1000, [.5, .9, .99]) as prefill, avg(tokens.prompt / prefill_ms * 1000) as prefill_mean,
            quantile_cont(first - sent, [.5, .9, .99]) as ttft, avg(first - sent) as ttft_mean,
            quantile_cont(last - sent, [.5, .9, .99]) as e2e, avg(last - sent) as e2e_mean
        from v group by cell, task),
    gaps as (
        select cell, task, quantile_cont(gap, [.5, .9, .99]) as itl, avg(gap) as itl_mean from (
            select cell, task, unnest(list_transform(range(1, len(arrivals)), lambda i: arrivals[i + 1][1] - arrivals[i][1])) as gap from v)
        group by cell, task)
    select * from speeds join gaps using (cell, task) order by cell, task''', [sys.argv[1]]).fetchall()
for row in rows:
    print(*row, sep='\t')
