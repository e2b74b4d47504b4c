"""Seeded: makes the scripted half of the tables. The packages' half: package_tables() below."""
import csv, random, datetime as dt, os, json, gzip
from pathlib import Path
OUT = Path(__file__).parent / "data"; OUT.mkdir(exist_ok=True)
def w(name, head, rows, sep=",", enc="utf-8"):
    with open(OUT / name, "w", newline="", encoding=enc) as f:
        c = csv.writer(f, delimiter=sep); c.writerow(head); c.writerows(rows)
def de(x, n=2): return "" if x is None or x == "" else f"{x:.{n}f}".replace(".", ",")
def day(r, a, b): return a + dt.timedelta(days=r.randrange((b - a).days + 1))
D = dt.date

def opos():
    r = random.Random(11); kunden = [(f"{1000+i*7:06d}", n, o) for i, (n, o) in enumerate([("Bäckerei Huber", "Passau"), ("Autohaus Lenz GmbH", "Linz"), ("Malerbetrieb Kurz", "Passau"), ("Hotel Adler KG", "Salzburg"), ("Weinhandel Sorgo", "Graz"), ("Zimmerei Moser", "Linz"), ("Elektro Braun e.K.", "Regensburg"), ("Gärtnerei Falk", "Regensburg"), ("Kfz Öztürk", "Passau"), ("Praxis Dr. Maurer", "Salzburg"), ("Druckerei Pohl", "Linz"), ("Sanitär Riedl GmbH", "Graz")])]
    rows = []
    for i in range(260):
        k = r.choice(kunden); d = day(r, D(2024, 1, 3), D(2025, 6, 27)); ziel = r.choice([14, 30, 30, 60]); f = d + dt.timedelta(days=ziel)
        b = round(r.lognormvariate(6.4, .8), 2); art = "GU" if r.random() < .08 else "RE"
        if art == "GU": b = -round(b / 4, 2)
        paid = r.random() < .72; pd = f + dt.timedelta(days=int(r.gauss(2, 12))) if paid else None
        if pd and pd < d: pd = d
        rows.append([f"{art}{d:%y}-{i+1:05d}", art, k[0], k[1], k[2], f"{d:%d.%m.%Y}", f"{f:%d.%m.%Y}", f"{pd:%d.%m.%Y}" if pd else "", de(b), de(round(b * .2, 2)), de(0 if paid else b), 0 if paid else r.choice([0, 0, 1, 1, 2, 3]), r.choice(["UST20", "UST20", "UST10"]), r.choice(["Maier", "Maier", "Schuster", "Vogl", ""])])
    w("OPOS_Debitoren.csv", ["BelegNr", "Art", "KdNr", "Kunde", "Ort", "BelegDatum", "Faellig", "BezahltAm", "Netto_EUR", "MwSt_EUR", "Offen_EUR", "Mahnstufe", "StSchl", "Sachb."], rows, ";")

def shop():
    r = random.Random(12); cust = []
    for i in range(180):
        cust.append([f"C{i+1:05d}", r.choice("Anna Ben Carla Dev Elif Finn Grace Hugo Ines Jon Kate Liam Mona Noah Olga Paul".split()) + " " + r.choice("Smith Novak Lopez Khan Meyer Rossi Jones Tan".split()), r.choice(["UK", "UK", "UK", "IE", "FR", "DE", "NL"]), r.choice(["London", "Leeds", "Dublin", "Paris", "Berlin", "Utrecht", "Bristol"]), f"{day(r, D(2021,1,1), D(2024,12,20))}", r.choice(["bronze", "silver", "Gold", "bronze", ""]), r.choice(["Y", "N"]), r.choice([r.randrange(1950, 2006), r.randrange(1950, 2006), ""])])
    w("shop_customers.csv", ["cust_id", "full_name", "ctry", "city", "signup_dt", "tier", "newsletter", "birth_yr"], cust)
    orders, ret = [], []
    for i in range(620):
        c = r.choice(cust[:165]); t = dt.datetime(2024, 1, 1) + dt.timedelta(minutes=r.randrange(60 * 24 * 560)); n = r.randrange(1, 7); sub = round(n * r.uniform(6, 60), 2); disc = round(sub * r.choice([0, 0, 0, .05, .1, .2]), 2); ship = 0 if sub > 100 else 4.95
        st = r.choice(["delivered"] * 8 + ["Cancelled", "shipped", "pending"])
        oid = 50000 + i * 3
        orders.append([oid, c[0], f"{t:%Y-%m-%d %H:%M}", st, r.choice(["web", "app", "app", "web", "phone"]), r.choice(["card", "PayPal", "PayPal", "klarna", "gift card"]), n, f"{sub:.2f}", f"{disc:.2f}", f"{ship:.2f}", f"{sub-disc+ship:.2f}", r.choice(["", "", "", "SPRING10", "WELCOME5", "VIP20"]), r.choice([1, 2, 3, 4, 4, 5, 5, "", ""]) if st == "delivered" else ""])
        if st == "delivered" and r.random() < .2: ret.append([f"R-{len(ret)+1:04d}", oid, f"{(t + dt.timedelta(days=r.randrange(3, 40))).date()}", r.choice(["too small", "too big", "damaged", "changed mind", "Wrong item", "too small"]), f"{(sub-disc)*r.choice([1,1,.5]):.2f}", r.choice(["Y", "Y", "N"])])
    orders.sort(key=lambda x: x[2]); w("shop_orders.csv", ["order_id", "cust_id", "ordered_at", "status", "channel", "pay_method", "items", "subtotal", "discount", "shipping", "total_gbp", "promo_code", "rating"], orders); w("shop_returns.csv", ["return_no", "order_id", "return_date", "reason", "refund_gbp", "restocked"], ret)

def tickets():
    r = random.Random(13); rows = []
    for i in range(410):
        o = dt.datetime(2025, 1, 2, 7) + dt.timedelta(minutes=r.randrange(60 * 24 * 240)); pr = r.choice(["P1", "P2", "P2", "P3", "P3", "P3", "P4"]); h = {"P1": 6, "P2": 20, "P3": 50, "P4": 110}[pr] * r.lognormvariate(0, .7)
        st = r.choice(["Closed"] * 7 + ["Open", "In Progress", "waiting for customer"]); c = o + dt.timedelta(hours=h) if st == "Closed" else None
        rows.append([f"INC{100200+i}", f"{o:%Y-%m-%dT%H:%M}", f"{c:%Y-%m-%dT%H:%M}" if c else "", pr, r.choice(["Network", "Printer", "E-Mail", "SAP", "SAP", "Hardware", "VPN", "Password reset"]), r.choice(["phone", "portal", "portal", "mail", "chat"]), r.choice(["t.okafor", "m.silva", "j.wu", "r.patel", "unassigned"]), st, r.choice([0, 0, 0, 1, 1, 2, 3]), r.choice([1, 2, 3, 4, 5, 5, 4]) if c and r.random() < .55 else "", r.choice(["true", "false", "false", "false", "false"]) if c else "", r.choice(["HQ", "Plant 2", "Plant 2", "Remote"])])
    w("HelpdeskTickets.csv", ["ticketId", "openedAt", "closedAt", "priority", "category", "channel", "assignedTo", "status", "reopenCount", "csatScore", "slaBreached", "site"], rows)

def deals():
    r = random.Random(14); rows = []
    for i in range(240):
        c = day(r, D(2023, 2, 1), D(2025, 3, 31)); st = r.choice(["Closed Won"] * 3 + ["Closed Lost"] * 4 + ["Negotiation", "Proposal", "Qualification"]); cl = c + dt.timedelta(days=r.randrange(15, 210)); acv = round(r.lognormvariate(9.6, .8), -2)
        rows.append([f"D-{i+301}", r.choice("Acme Globex Initech Umbra Hooli Vandelay Soylent Stark Wayne Tyrell Cyberdyne Wonka".split()) + " " + r.choice(["Ltd", "Inc", "GmbH", "SA"]), r.choice(["Lena", "Marcus", "Priya", "Tomás"]), r.choice(["EMEA", "EMEA", "AMER", "APAC", "LATAM"]), st, f"{c:%m/%d/%Y}", f"{cl:%m/%d/%Y}", f"{acv:.0f}", f"{acv*r.choice([1,1,2,3]):.0f}", {"Closed Won": 100, "Closed Lost": 0, "Negotiation": 70, "Proposal": 40, "Qualification": 15}[st], r.choice(["Inbound", "Outbound", "Partner", "event", "Referral"]), r.choice(["Starter", "Pro", "Enterprise", "Pro"]), r.choice(["price", "no budget", "competitor", "timing"]) if st == "Closed Lost" else ""])
    w("crm_deals.csv", ["Deal ID", "Account", "Owner", "Region", "Stage", "Created", "Close Date", "ACV $", "TCV $", "Prob %", "Lead Source", "Plan", "Lost Reason"], rows)

def zeit():
    r = random.Random(15); ma = [(f"{i:04d}", n, a) for i, n, a in [(7, "Becker, Jana", "Montage"), (12, "Yilmaz, Emre", "Montage"), (19, "Krüger, Tom", "Lager"), (23, "Sommer, Lea", "Büro"), (31, "Novak, Petra", "Lager"), (38, "Hahn, Uwe", "Montage"), (44, "Dietz, Mia", "Büro"), (52, "Aydin, Selin", "Versand"), (60, "Franke, Olaf", "Versand")]]
    rows = []; d = D(2025, 3, 3)
    while d <= D(2025, 5, 30):
        if d.weekday() < 5:
            for m in ma:
                x = r.random(); typ = "Arbeit" if x < .86 else "Urlaub" if x < .93 else "Krank"
                st = r.choice([6.0, 7.5, 8.0, 8.0, 8.25, 9.5]) if typ == "Arbeit" else 8.0
                rows.append([m[0], m[1], m[2], f"{d:%d.%m.%Y}", typ, de(st), de(max(0, st - 8)), r.choice([30, 30, 45, 60]) if typ == "Arbeit" else "", r.choice(["P-014 Hallenbau", "P-017 Umbau Nord", "P-021 Wartung", "intern"]) if typ == "Arbeit" else "", r.choice(["F", "S", "F", "N"]) if typ == "Arbeit" and m[2] != "Büro" else "", de({"Montage": 24.5, "Lager": 17.8, "Büro": 22.1, "Versand": 16.9}[m[2]])])
        d += dt.timedelta(days=1)
    w("Zeiterfassung_Fruehjahr.csv", ["PersNr", "Mitarbeiter", "Abteilung", "Datum", "Typ", "Stunden", "Überstd", "Pause_min", "Projekt", "Schicht", "Stundensatz"], rows, ";")

def subs():
    r = random.Random(16); rows = []
    for i in range(330):
        s = day(r, D(2022, 1, 1), D(2024, 11, 30)); plan = r.choice(["basic", "basic", "Plus", "Plus", "TEAM"]); mrr = {"basic": 9, "Plus": 19, "TEAM": 79}[plan]; seats = r.randrange(3, 25) if plan == "TEAM" else 1
        ch = s + dt.timedelta(days=r.randrange(30, 700)) if r.random() < .38 else None
        if ch and ch > D(2024, 12, 31): ch = None
        rows.append([f"SUB_{i+1:04d}", plan, r.choice(["monthly", "monthly", "annual"]), r.choice(["US", "US", "CA", "GB", "AU", "IN"]), f"{s}", f"{ch}" if ch else "", seats, mrr + (seats - 1) * 8 if plan == "TEAM" else mrr, r.choice([0, 0, 0, 10, 25]), r.choice([0, 0, 0, 1, 2, 4]), r.choice(["price", "missing feature", "switched", "other"]) if ch else "", r.choice(["Y", "N", "N"]), r.randrange(0, 400)])
    w("subs_export.csv", ["sub_id", "plan", "billing_cycle", "country", "start_date", "cancel_date", "seats", "mrr_usd", "discount_pct", "failed_payments", "cancel_reason", "trial", "logins_last_90d"], rows)

def inv():
    r = random.Random(17); items = []
    for i in range(40):
        c = round(r.uniform(.4, 38), 2); items.append([f"{10450+i*13:08d}", r.choice("Hex Flat Round Safety Steel Brass Rubber Nylon".split()) + " " + r.choice("bolt washer bracket valve hose glove hinge clamp".split()) + f" {r.choice(['M6','M8','20mm','XL','1/2in'])}", r.choice(["FAST", "PLUMB", "PPE", "HARDW"]), r.choice(["EA", "BX", "M"]), c, round(c * r.uniform(1.2, 2.1), 2), r.choice([0, 20, 50, 100]), r.choice(["A", "B", "C", "C"]), r.choice(["Nordfix", "Toolco", "Hansa Parts", ""])])
    w("ITEM_MASTER.csv", ["ITEM_NO", "DESCR", "CAT", "UOM", "STD_COST", "LIST_PRICE", "MIN_STK", "ABC", "PREF_VENDOR"], items)
    rows = []
    for i in range(700):
        d = day(r, D(2025, 1, 2), D(2025, 4, 30)); t = r.choice(["ISS", "ISS", "ISS", "RCV", "RCV", "ADJ", "TRF", "RTN"]); q = r.randrange(1, 120); q = -q if t == "ISS" else (r.randrange(-15, 16) if t == "ADJ" else q)
        rows.append([900000 + i, d.strftime("%Y%m%d"), t, r.choice(items[:37])[0], r.choice(["WH1", "WH1", "WH2", "WH3"]), f"{r.choice('ABCD')}-{r.randrange(1,13):02d}", q, r.choice(["kmh", "dlo", "sfr", "SYS"]), r.choice(["", "", "cycle count", "damaged", "rush"])])
    w("INV_MOVES.csv", ["TXN_ID", "TXN_DT", "TXN_TYPE", "ITEM_NO", "WHSE", "BIN", "QTY", "USR", "REMARK"], rows)

def po():
    r = random.Random(18); rows = []
    for i in range(300):
        o = day(r, D(2024, 7, 1), D(2025, 6, 30)); req = o + dt.timedelta(days=r.randrange(7, 45)); rc = req + dt.timedelta(days=int(r.gauss(1, 6))) if r.random() < .82 else None; q = r.randrange(5, 500); up = round(r.uniform(.8, 140), 2); rq = "" if not rc else (q if r.random() < .85 else q - r.randrange(1, 5))
        rows.append([f"45{i//3+10001:08d}", (i % 3 + 1) * 10, r.choice(["V100 Kestrel Metals", "V107 Blue Tape Co", "V113 Ohm & Sons", "V120 Pallas Plastics", "V131 Quickship"]), r.choice(["raw", "packaging", "MRO", "services"]), f"{o:%d-%b-%y}", f"{req:%d-%b-%y}", f"{rc:%d-%b-%y}" if rc else "", q, rq, up, r.choice(["USD", "USD", "EUR"]), f"{q*up:.2f}", r.choice(["PLT1", "PLT2", "PLT9"]), r.choice(["jmk", "aoc", "tbd"]), r.choice(["Approved", "Approved", "approved", "Blocked"])])
    w("PO_LINES_FY25.csv", ["PO_NUMBER", "LINE", "VENDOR", "MATL_GRP", "ORDER_DT", "REQ_DT", "RECV_DT", "QTY_ORD", "QTY_RECV", "UNIT_PRC", "CURR", "NET_VAL", "PLANT", "BUYER", "REL_STATUS"], rows)

def hotel():
    r = random.Random(19); rows = []
    for i in range(380):
        b = day(r, D(2024, 1, 5), D(2024, 12, 20)); a = b + dt.timedelta(days=int(r.expovariate(1 / 35))); n = r.choice([1, 1, 2, 2, 3, 4, 7]); rate = round(r.choice([89, 119, 165, 240]) * r.uniform(.85, 1.3), 0); st = r.choice(["checked out"] * 7 + ["Cancelled", "Cancelled", "No-show"])
        rows.append([f"BK{20240000+i}", f"{b:%d/%m/%Y}", f"{a:%d/%m/%Y}", n, {89: "Single", 119: "Double", 165: "Twin Deluxe", 240: "Suite"}.get(0) or r.choice(["Single", "Double", "Double", "Twin Deluxe", "Suite"]), r.choice([1, 2, 2, 2, 3, 4]), r.choice([0, 0, 0, 1, 2]), r.choice(["Booking.com", "Booking.com", "Direct", "Expedia", "Corporate"]), r.choice(["GB", "US", "ES", "FR", "DE", "JP", ""]), f"{rate:.0f}", f"{rate*n:.0f}" if st == "checked out" else "0", round(r.expovariate(1 / 30), 2) if st == "checked out" else 0, st, r.choice(["", "", "", "late arrival", "high floor", "cot needed, high floor"]), r.choice(["Yes", "No", "No", "No"]), r.choice(["", "", 6, 7, 8, 9, 9, 10]) if st == "checked out" else ""])
    w("hotel_bookings_export.csv", ["Booking Ref", "Booked On", "Arrival", "Nights", "Room Type", "Adults", "Children", "Source", "Guest Country", "Rate/Night (GBP)", "Room Revenue (GBP)", "Extras (GBP)", "Status", "Special Requests", "Repeat Guest", "Review (0-10)"], rows)

def fleet():
    r = random.Random(20); veh = [("VAN-01", "Transit"), ("VAN-02", "Transit"), ("VAN-03", "Sprinter"), ("TRK-11", "Actros"), ("TRK-12", "Actros"), ("CAR-21", "Octavia"), ("CAR-22", "e-Golf")]; rows = []
    for i in range(450):
        v = r.choice(veh); t = dt.datetime(2025, 2, 1, 5) + dt.timedelta(minutes=r.randrange(60 * 24 * 117)); km = round(r.lognormvariate(4.1, .7), 1); mins = int(km * r.uniform(.9, 1.6)) + 5; l = "" if v[1] == "e-Golf" else round(km * {"Transit": .095, "Sprinter": .11, "Actros": .27, "Octavia": .058}[v[1]] * r.uniform(.85, 1.25), 1)
        rows.append([i + 1, v[0], v[1], r.choice(["Kofi", "Sanne", "Raj", "Milos", "Eva", "Eva"]), f"{t:%Y-%m-%d %H:%M}", mins, km, l, r.choice(["Depot A", "Depot B"]), r.choice(["Harbour", "City Centre", "Airport", "Industrial Park", "Old Town", "Airport"]), r.choice(["delivery", "delivery", "pickup", "service", "Private"]), r.choice([0, 0, 0, 0, 1, 2, 5]), round(r.choice([0, 0, 0, 2.5, 7.8, 14.2]), 2), "" if r.random() < .9 else r.choice(["flat tyre", "traffic jam", "customer absent"])])
    w("fleet_trips.csv", ["trip", "vehicle", "model", "driver", "departed", "duration_min", "distance_km", "fuel_l", "from_depot", "destination", "purpose", "harsh_brakes", "tolls_eur", "incident"], rows)

def listings():
    r = random.Random(21); rows = []
    for i in range(210):
        sq = int(r.gauss(120, 45)); sq = max(28, sq); hood = r.choice(["Riverside", "Old Mill", "Northgate", "Harbour Hill", "Elm Park"]); f = {"Riverside": 5200, "Old Mill": 4100, "Northgate": 2900, "Harbour Hill": 6100, "Elm Park": 3600}[hood]; ask = round(sq * f * r.uniform(.8, 1.2), -3); sold = r.random() < .6; ld = day(r, D(2024, 3, 1), D(2025, 2, 28)); dom = r.randrange(4, 160)
        rows.append([f"MLS{7700+i}", hood, r.choice(["House", "Condo", "condo", "Townhouse"]), r.choice([1, 2, 2, 3, 3, 4, 5]), r.choice([1, 1, 1.5, 2, 2.5]), sq, r.choice([r.randrange(1900, 2023)] * 9 + [""]), r.choice(["Y", "N"]), f"{ld}", int(ask), int(ask * r.uniform(.9, 1.06)) if sold else "", dom if sold else "", "SOLD" if sold else r.choice(["ACTIVE", "ACTIVE", "WITHDRAWN"]), r.choice(["K. Duarte", "P. Lindqvist", "S. Amari", "J. Boone"]), r.choice(["A", "B", "C", "D", "E", ""])])
    w("listings_mls.csv", ["mls_no", "neighbourhood", "prop_type", "beds", "baths", "living_area_m2", "yr_built", "garage", "listed", "ask_price", "sold_price", "days_on_mkt", "status", "agent", "energy_class"], rows)

def konto():
    r = random.Random(22); rows = []; s = 8412.37; d = D(2024, 7, 1)
    part = [("Miete Hausverwaltung Kern", "Dauerauftrag", "Wohnen", -1180), ("Gehalt Stadtwerke", "Gehalt/Rente", "Einkommen", 3150), ("REWE Markt", "Kartenzahlung", "Lebensmittel", None), ("EDEKA Ziegler", "Kartenzahlung", "Lebensmittel", None), ("Deutsche Bahn", "Kartenzahlung", "Mobilität", None), ("Telefon AG", "Lastschrift", "Kommunikation", -39.95), ("Amazon EU", "Lastschrift", "Einkauf", None), ("Stadtwerke Strom", "Lastschrift", "Wohnen", -84), ("Apotheke am Markt", "Kartenzahlung", "Gesundheit", None), ("Erstattung Krankenkasse", "Gutschrift", "Gesundheit", 62.3), ("Tankstelle JET", "Kartenzahlung", "Mobilität", None)]
    while d <= D(2025, 6, 30):
        todo = []
        if d.day == 1: todo += [part[0]]
        if d.day == 3: todo += [part[5], part[7]]
        if d.day == 28: todo += [part[1]]
        if r.random() < .45: todo.append(r.choice(part[2:5] + [part[6], part[8], part[10], part[2], part[3]]))
        if r.random() < .02: todo.append(part[9])
        for p in todo:
            b = p[3] if p[3] is not None else -round(r.lognormvariate(3.5, .6), 2); s = round(s + b, 2); v = d + dt.timedelta(days=r.choice([0, 0, 1]))
            rows.append([f"{d:%d.%m.%y}", f"{v:%d.%m.%y}", p[0], p[1], p[2] if r.random() > .06 else "", f"{b:,.2f}".replace(",", "X").replace(".", ",").replace("X", "."), f"{s:,.2f}".replace(",", "X").replace(".", ",").replace("X", "."), "EUR"])
        d += dt.timedelta(days=1)
    w("Kontoauszug_Giro.csv", ["Buchungstag", "Wertstellung", "Auftraggeber/Empfänger", "Buchungstext", "Kategorie", "Betrag", "Saldo", "Währung"], rows, ";")

def juchu():
    r = random.Random(23); sh = [("A-101", "ボールペン", "文具", 120), ("A-102", "ノートB5", "文具", 180), ("A-110", "クリアファイル", "文具", 90), ("B-201", "電卓", "事務機器", 1480), ("B-205", "シュレッダー", "事務機器", 9800), ("C-301", "オフィスチェア", "家具", 15800), ("C-304", "デスク", "家具", 24800), ("D-401", "コピー用紙A4", "消耗品", 420), ("D-402", "トナー", "消耗品", 7600)]; rows = []
    for i in range(320):
        s = r.choice(sh); d = day(r, D(2024, 4, 1), D(2025, 3, 31)); q = r.randrange(1, 40) if s[3] < 1000 else r.randrange(1, 6); st = r.choice(["完了"] * 6 + ["出荷待ち", "キャンセル"]); sp = d + dt.timedelta(days=r.randrange(1, 9)) if st == "完了" else None
        rows.append([f"J{d:%y%m}{i+1:04d}", d.strftime("%Y/%m/%d"), r.choice(["山田商事", "佐藤工業", "みどり病院", "青葉高校", "北川建設", "すみれ出版"]), r.choice(["東京", "大阪", "福岡", "札幌"]), s[0], s[1], s[2], s[3], q, s[3] * q, r.choice(["鈴木", "田中", "高橋"]), sp.strftime("%Y/%m/%d") if sp else "", st])
    w("受注明細.csv", ["受注番号", "受注日", "得意先", "支店", "商品コード", "商品名", "分類", "単価", "数量", "金額", "担当者", "出荷日", "状態"], rows)

def shift():
    r = random.Random(24); st = [("岡本", "ホール", 1100), ("中村", "ホール", 1150), ("グエン", "キッチン", 1200), ("林", "キッチン", 1250), ("石井", "レジ", 1080), ("小川", "ホール", 1100)]; rows = []; d = D(2025, 4, 1)
    while d <= D(2025, 6, 30):
        if d.weekday() != 2:
            for s in r.sample(st, 4):
                h = r.choice([4, 5, 5.5, 6, 8]); rows.append([d.isoformat(), "月火水木金土日"[d.weekday()], s[0], s[1], r.choice(["早番", "遅番", "遅番"]), h, r.choice([0, 30, 45, 60]) if h > 5 else 0, s[2], int(h * s[2]), r.choice(["", "", "", "", "遅刻", "早退"]), r.choice([0, 0, 500, 1000])])
        d += dt.timedelta(days=1)
    w("シフト実績.csv", ["日付", "曜日", "スタッフ", "ポジション", "区分", "勤務時間h", "休憩(分)", "時給", "支給額(円)", "備考", "交通費"], rows)

def camp():
    r = random.Random(25); rows = []
    names = ["Spring Launch", "Brand Video", "Retarget Cart", "Newsletter May", "Back2School", "BlackFriday", "Loyalty Push", "Influencer Test", "Winter Sale", "App Install"]
    for wk in range(40):
        for n in r.sample(names, 5):
            ch = {"Spring Launch": "Search", "Brand Video": "YouTube", "Retarget Cart": "Display", "Newsletter May": "email", "Back2School": "Social", "BlackFriday": "Search", "Loyalty Push": "email", "Influencer Test": "Social", "Winter Sale": "Display", "App Install": "Social"}[n]
            im = int(r.lognormvariate(10, .7)); cl = int(im * r.uniform(.004, .05)); cv = int(cl * r.uniform(.01, .12)); sp = 0 if ch == "email" else round(cl * r.uniform(.3, 1.8), 2)
            rows.append([f"{D(2024,1,1)+dt.timedelta(weeks=wk)}", n, ch, r.choice(["UK", "DE", "US"]), im, cl, cv, sp, round(cv * r.uniform(20, 70), 2) if r.random() > .04 else "", r.choice(["A", "B"])])
    w("campaigns_weekly.csv", ["week_start", "campaign", "channel", "market", "impr", "clicks", "conv", "spend_usd", "revenue_usd", "creative_variant"], rows)

def picks():
    r = random.Random(26); rows = []
    for i in range(520):
        t = dt.datetime(2025, 9, 1, 6) + dt.timedelta(minutes=r.randrange(60 * 14)) + dt.timedelta(days=r.randrange(12)); pk = r.choice(["0031", "0044", "0052", "0060", "0078"]); q = r.randrange(1, 25); s = int(q * r.uniform(4, 9) + r.uniform(10, 60)); short = r.random() < .07
        rows.append([t.strftime("%Y-%m-%d %H:%M:%S"), pk, r.choice(["Z1", "Z1", "Z2", "Z3", "COLD"]), f"SO-{r.randrange(2000, 2140)}", f"SKU{r.randrange(100, 140):05d}", q, q - r.randrange(1, q + 1) if short else q, s, r.choice(["RF", "voice", "paper"]), int(short), r.choice(["early", "late"]) if False else ("early" if t.hour < 13 else "late"), round(q * r.uniform(.1, 3), 2)])
    w("pick_log_sept.csv", ["ts", "picker", "zone", "so_no", "sku", "qty_req", "qty_pick", "secs", "method", "short_flg", "shift", "wt_kg"], rows)

def branch():
    r = random.Random(27); rows = []; m = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
    for i, (b, reg) in enumerate([("Ashford", "South"), ("Barnet", "North"), ("Crewe", "North"), ("Derby", "Midlands"), ("Exeter", "South"), ("Fleet", "South"), ("Grimsby", "North"), ("Hereford", "Midlands"), ("Ilford", "South"), ("Jarrow", "North"), ("Kendal", "North"), ("Leicester", "Midlands"), ("Margate", "South"), ("Newark", "Midlands"), ("Oldham", "North"), ("Poole", "South"), ("Quorn", "Midlands"), ("Ripon", "North"), ("Stafford", "Midlands"), ("Truro", "South"), ("Upminster", "South"), ("Ventnor", "South")]):
        v = [round(r.uniform(18, 75) * (1.4 if x == "Dec" else 1) + i % 5, 1) for x in m]
        if b == "Ventnor": v[0] = v[1] = v[2] = ""
        t = round(sum(x for x in v if x != ""), 1); rows.append([f"{i+1:03d}", b, reg, r.choice([1998, 2004, 2011, 2015, 2019]), r.choice([4, 6, 9, 12])] + v + [t, round(t * r.uniform(.9, 1.12), 0)])
    w("branch_sales_2024_kGBP.csv", ["Br", "Branch", "Region", "Opened", "Staff"] + m + ["Total", "Budget 2024"], rows)

def claims():
    r = random.Random(28); rows = []
    for i in range(340):
        loss = day(r, D(2023, 1, 4), D(2024, 12, 18)); rep = loss + dt.timedelta(days=int(r.expovariate(1 / 8))); st = r.choice(["settled"] * 6 + ["open", "Open", "REJECTED", "in litigation"]); est = round(r.lognormvariate(7.8, 1), 2); paid = round(est * r.uniform(.4, 1.15), 2) if st == "settled" else (round(est * .2, 2) if st.lower() == "open" and r.random() < .3 else 0)
        cd = rep + dt.timedelta(days=r.randrange(10, 200)) if st in ("settled", "REJECTED") else None
        rows.append([f"CL-{loss:%Y}-{i+1:04d}", f"POL{r.randrange(30000, 30220)}", r.choice(["Motor", "Motor", "Home", "Travel", "Liability"]), r.choice(["collision", "theft", "water", "storm", "fire", "vandalism"]), f"{loss:%Y-%m-%d}", f"{rep:%Y-%m-%d}", f"{cd:%Y-%m-%d}" if cd else "", st, est, paid, r.choice([0, 250, 500, 1000]), r.choice(["N", "E", "S", "W"]), r.choice(["Ngozi", "Harald", "Beatriz", "Sam"]), r.choice(["Y", "", "", "N", "N"]), r.choice([r.randrange(18, 85)] * 8 + [-9])])
    w("claims_register.csv", ["claim_no", "policy_no", "line_of_biz", "peril", "loss_date", "reported", "closed", "status", "reserve_est", "paid_amt", "deductible", "region", "adjuster", "fraud_flag", "insured_age"], rows)

def package_tables(vega, plotly):
    import pandas as pd
    v = Path(vega); p = Path(plotly)
    def pl(n): return pd.read_csv(gzip.open(p / f"{n}.csv.gz"))
    g = pl("gapminder"); g = g[g.year >= 1982][["country", "continent", "year", "lifeExp", "pop", "gdpPercap", "iso_alpha"]]; g.to_csv(OUT / "world_dev_5yr.csv", index=False)
    pl("tips").to_csv(OUT / "bistro_checks.csv", index=False)
    s = pl("stocks"); s.iloc[:, 1:] = s.iloc[:, 1:].round(4); s.to_csv(OUT / "tech_index_wide.csv", index=False)
    pl("election").to_csv(OUT / "montreal_mayor_2013.csv", index=False)
    e = pl("experiment").round(2); e.to_csv(OUT / "lab_experiment.csv", index=False)
    pl("carshare").round(4).to_csv(OUT / "carshare_zones.csv", index=False)
    pd.read_csv(v / "stocks.csv").to_csv(OUT / "closing_prices.csv", index=False)
    pd.read_csv(v / "seattle-weather.csv").to_csv(OUT / "seattle_wx_2012-2015.csv", index=False)
    pd.read_csv(v / "us-employment.csv").to_csv(OUT / "us_jobs_by_sector.csv", index=False)
    c = pd.DataFrame(json.loads((v / "cars.json").read_text())); c.to_csv(OUT / "car_models_70s.csv", index=False)
    pd.DataFrame(json.loads((v / "barley.json").read_text())).to_csv(OUT / "barley_trials.csv", index=False)
    pd.read_csv(v / "iowa-electricity.csv").to_csv(OUT / "iowa_power.csv", index=False)
    pd.read_csv(v / "la-riots.csv").to_csv(OUT / "riots_1992_deaths.csv", index=False)
    pd.DataFrame(json.loads((v / "driving.json").read_text())).to_csv(OUT / "miles_vs_gas.csv", index=False)
    a = pd.read_csv(v / "airports.csv"); a = a[a.state.isin(["TX", "CA", "FL", "AK", "NY"])]; a.to_csv(OUT / "airports_5states.csv", index=False)
for f in (opos, shop, tickets, deals, zeit, subs, inv, po, hotel, fleet, listings, konto, juchu, shift, camp, picks, branch, claims): f()
if __name__ == "__main__":
    import sys
    if len(sys.argv) > 2: package_tables(sys.argv[1], sys.argv[2])
