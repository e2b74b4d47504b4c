"""Seeded: writes the 14 tables of data/."""
import csv, random
from datetime import date, datetime, timedelta
R = random.Random(4044)
def out(name, head, rows, delim=",", dec=None):
    with open("data/" + name, "w", newline="", encoding="utf-8") as f:
        w = csv.writer(f, delimiter=delim); w.writerow(head)
        for r in rows: w.writerow([str(x).replace(".", ",") if dec and isinstance(x, float) else x for x in r])
ch, ri, ru = R.choice, R.randint, R.uniform
def wc(d): return R.choices(list(d), list(d.values()))[0]
def day(a, b): return a + timedelta(days=ri(0, (b - a).days))
FIRST = "Anna Ben Carla David Emma Felix Grace Henry Isla Jack Kate Liam Mia Noah Olivia Paul Quinn Rosa Sam Tina Umar Vera Will Yara Zoe Alice Bruno Chloe Dylan Ella Finn Gina Hugo Ivy Jonas Kira Leo Maya Nils Oscar".split()
LAST = "Smith Jones Brown Taylor Wilson Evans Walker Wright Green Hall Wood Clarke Hughes Lewis Turner Cooper Ward Morris King Baker Harris Young Allen Scott Adams Mitchell Bell Ross Gray Fox".split()
def names(n):
    s = []
    while len(s) < n:
        x = ch(FIRST) + " " + ch(LAST)
        if x not in s: s.append(x)
    return s
# 1 web shop
prods = {"Wireless Mouse": ("Electronics", 24.9), "Keyboard": ("Electronics", 49.9), "USB-C Cable": ("Electronics", 9.9), "Headphones": ("Electronics", 79.0), "T-Shirt": ("Clothing", 19.9), "Jeans": ("Clothing", 59.9), "Sneakers": ("Clothing", 89.9), "Coffee Mug": ("Home", 12.5), "Desk Lamp": ("Home", 34.0), "Blanket": ("Home", 29.9), "Notebook": ("Books", 6.9), "Cookbook": ("Books", 24.0), "Yoga Mat": ("Sports", 27.5), "Dumbbells": ("Sports", 45.0)}
cust = names(90); home = {c: wc({"Germany": 5, "France": 3, "UK": 4, "Spain": 2, "Netherlands": 2, "Italy": 1}) for c in cust}
rows = []
d = sorted(day(date(2023, 1, 1), date(2024, 12, 31)) for _ in range(600))
for i, x in enumerate(d):
    p = wc({k: 12 / (1 + v[1] / 30) for k, v in prods.items()}); c = ch(cust); q = wc({1: 6, 2: 3, 3: 2, 4: 1, 5: 1}); disc = wc({0: 6, 5: 2, 10: 2, 20: 1})
    rows.append([f"SO-{10001+i}", x, c, home[c], prods[p][0], p, q, prods[p][1], disc, round(q * prods[p][1] * (1 - disc / 100), 2), wc({"Credit Card": 5, "PayPal": 4, "Bank Transfer": 1, "": .3}), wc({"Delivered": 16, "Returned": 2, "Cancelled": 1, "Shipped": 1})])
out("shop_orders.csv", ["Order ID", "Order Date", "Customer", "Country", "Category", "Product", "Quantity", "Unit Price", "Discount %", "Total", "Payment Method", "Status"], rows)
# 2 payroll
jobs = {"Sales": ["Sales Rep", "Account Manager", "Sales Director"], "IT": ["Developer", "Sysadmin", "IT Manager"], "HR": ["HR Assistant", "Recruiter"], "Finance": ["Accountant", "Controller"], "Production": ["Operator", "Shift Lead", "Plant Manager"], "Marketing": ["Designer", "Marketing Manager"]}
rows = []
for i, n in enumerate(names(130)):
    dep = wc({"Sales": 6, "IT": 5, "HR": 2, "Finance": 3, "Production": 9, "Marketing": 3}); j = R.choices(jobs[dep], [6, 3, 1][:len(jobs[dep])])[0]
    g = round(R.gauss({"Director": 7200, "Manager": 5900}.get(j.split()[-1], 3600), 450), 2); tax = round(g * ru(.18, .31), 2)
    rows.append([f"{i+17:04d}", n, ch("MF"), dep, j, wc({"Full-time": 7, "Part-time": 2, "Contract": 1}), day(date(2006, 1, 1), date(2024, 6, 1)), ri(22, 63), R.choices([0, 2, 4.5, 8, 11.5, 16], [6, 2, 2, 2, 1, 1])[0], g, tax, round(g - tax, 2), R.choices([0, 250, 500, 1000, ""], [5, 3, 2, 1, 1])[0]])
out("payroll_june.csv", ["Employee ID", "Name", "Gender", "Department", "Job Title", "Contract", "Hire Date", "Age", "Overtime Hours", "Gross Pay", "Tax", "Net Pay", "Bonus"], rows)
# 3 cafe
items = {"Coffee": 2.5, "Tea": 2.0, "Latte": 3.8, "Juice": 3.0, "Sandwich": 5.5, "Salad": 6.5, "Cake": 4.0, "Cookie": 1.5}
rows = []
ds = sorted(datetime(2024, 1, 2) + timedelta(days=ri(0, 180), minutes=ri(450, 1110)) for _ in range(1000))
for i, x in enumerate(ds):
    it = wc({"Coffee": 9, "Tea": 4, "Latte": 7, "Juice": 3, "Sandwich": 5, "Salad": 2, "Cake": 4, "Cookie": 5}); q = wc({1: 6, 2: 3, 3: 1})
    rows.append([f"T{i+1:04d}", x.strftime("%Y-%m-%d"), x.strftime("%H:%M"), it, q, items[it], round(q * items[it], 2), wc({"Cash": 3, "Card": 6, "App": 2, "": .4}), wc({"In-store": 5, "Takeaway": 4, "": .3})])
out("cafe_sales.csv", ["Transaction ID", "Date", "Time", "Item", "Quantity", "Price", "Total Spent", "Payment", "Location"], rows)
# 4 rentals
rate = {"Small": 32, "Compact": 41, "SUV": 68, "Van": 75, "Luxury": 120}
rows = []
for i in range(420):
    k = wc({"Small": 5, "Compact": 5, "SUV": 3, "Van": 2, "Luxury": 1}); p = day(date(2023, 3, 1), date(2024, 10, 20)); n = wc({1: 4, 2: 4, 3: 4, 5: 3, 7: 3, 10: 1, 14: 1}); r = rate[k] + ri(-4, 6)
    rows.append([5000 + i, k, ch(["Airport", "Downtown", "Central Station", "Harbour"]), p, p + timedelta(days=n), n, r, n * r, ri(30, 260) * n, wc({"Business": 2, "Private": 3}), wc({"Y": 1, "N": 2}), wc({"": 2, 5: 5, 4: 4, 3: 2, 2: 1, 1: .5})])
out("car_rentals.csv", ["rental_id", "car_class", "branch", "pickup_date", "return_date", "days", "daily_rate", "amount", "km_driven", "customer_type", "insurance", "rating"], rows)
# 5 tickets
rows = []
agents = ["Maria", "Tom", "Aisha", "Kevin", "Sofia", "Raj"]
ds = sorted(datetime(2024, 1, 1, 7) + timedelta(days=ri(0, 270), minutes=ri(0, 700)) for _ in range(480))
for i, x in enumerate(ds):
    pr = wc({"Low": 4, "Medium": 6, "High": 3, "Urgent": 1}); st = wc({"Closed": 15, "Open": 2, "Pending": 1}); h = round(R.expovariate(1 / {"Low": 50, "Medium": 30, "High": 16, "Urgent": 6}[pr]) + .3, 1)
    rows.append([f"TK-{2300+i}", x.strftime("%Y-%m-%d %H:%M"), (x + timedelta(hours=h)).strftime("%Y-%m-%d %H:%M") if st == "Closed" else "", ch(agents), wc({"Email": 5, "Phone": 3, "Chat": 3}), pr, wc({"Billing": 3, "Login": 4, "Bug": 4, "Shipping": 2, "Other": 2}), st, ri(3, 240), h if st == "Closed" else "", wc({"": 5, 5: 6, 4: 4, 3: 2, 2: 1, 1: 1}) if st == "Closed" else "", wc({"Yes": 1, "No": 9})])
out("support_tickets.csv", ["Ticket ID", "Created", "Closed", "Agent", "Channel", "Priority", "Category", "Status", "First Response (min)", "Resolution Time (h)", "Satisfaction", "Escalated"], rows)
# 6 marks
rows = []
for i, n in enumerate(names(150)):
    b = R.gauss(66, 12); m = [max(12, min(100, round(b + R.gauss(0, 9)))) for _ in range(4)]
    rows.append([n, ch(["9A", "9B", "10A", "10B", "10C"]), ch(["Girl", "Boy"]), *m[:3], "" if R.random() < .06 else m[3], ri(0, 18), ch(["Mr Hall", "Ms Chen", "Mrs Okoye"]), round(ru(0, 12), 1), "Yes" if sum(m) / 4 >= 55 else "No"])
out("student_marks.csv", ["Student", "Class", "Gender", "Math", "English", "Science", "History", "Absences", "Tutor", "Study Hours", "Passed"], rows)
# 7 clinic
rows = []
docs = {"Dr. Patel": "General", "Dr. Novak": "Cardiology", "Dr. Silva": "Dermatology", "Dr. Kim": "General", "Dr. Meyer": "Orthopedics"}
pats = [(f"P{ri(100,999)}", ri(3, 89), ch(["female", "male"]), ch(["Private", "Public", "None"])) for _ in range(160)]
ds = sorted(day(date(2024, 1, 3), date(2024, 12, 20)) for _ in range(450))
for i, x in enumerate(ds):
    p = ch(pats); dr = ch(list(docs)); ns = R.random() < .09
    rows.append([i + 1, x, p[0], p[1], p[2], dr, docs[dr], wc({"Check-up": 4, "Follow-up": 4, "Emergency": 1, "Vaccination": 2}), "" if ns else ri(2, 75), "" if ns else ri(5, 45), 0 if ns else ch([40, 60, 80, 120, 150]), p[3], "Yes" if ns else "No"])
out("clinic_visits.csv", ["Visit ID", "Visit Date", "Patient ID", "Age", "Sex", "Doctor", "Department", "Visit Type", "Waiting Time (min)", "Duration (min)", "Fee", "Insurance", "No Show"], rows)
# 8 weather
rows = []
import math
for c, base, wet in [("London", 11, .42), ("Madrid", 15, .18), ("Oslo", 6, .33)]:
    for k in range(366):
        x = date(2024, 1, 1) + timedelta(days=k); t = base - 9 * math.cos(2 * math.pi * (k - 15) / 366) + R.gauss(0, 2.6)
        r = round(R.expovariate(1 / 5), 1) if R.random() < wet else 0.0
        rows.append([x, c, round(t + ru(3, 6), 1), round(t - ru(3, 6), 1), r, ri(3, 48), ri(35, 98), ("Snow" if t < 0 else "Rain") if r > 0 else ch(["Sunny", "Cloudy"])])
out("weather_2024.csv", ["date", "city", "max_temp", "min_temp", "rainfall_mm", "wind_kmh", "humidity", "condition"], rows)
# 9 gym
fee = {"Basic": 25, "Plus": 39, "Premium": 59, "Student": 19}
rows = []
for i, n in enumerate(names(260)):
    p = wc({"Basic": 5, "Plus": 4, "Premium": 2, "Student": 3}); j = day(date(2020, 1, 5), date(2024, 9, 30)); a = R.random() < .72
    rows.append([3001 + i, n, ri(18, 26) if p == "Student" else ri(19, 71), ch(["F", "M"]), p, fee[p], j, "" if a else min(date(2024, 10, 31), j + timedelta(days=ri(60, 900))), "Active" if a else "Cancelled", ri(0, 22) if a else 0, ch(["North", "City", "Riverside"]), ch(["yes", "no", "no"])])
out("gym_members.csv", ["Member No", "Name", "Age", "Sex", "Plan", "Monthly Fee", "Join Date", "End Date", "Status", "Visits Last Month", "Club", "Personal Trainer"], rows)
# 10 inventory (Japanese)
goods = {"文房具": ["ボールペン", "ノートA5", "消しゴム", "ホッチキス", "はさみ", "のり", "蛍光ペン", "クリアファイル"], "家電": ["電気ケトル", "扇風機", "ドライヤー", "デスクライト", "加湿器", "掃除機"], "食品": ["緑茶", "インスタントコーヒー", "せんべい", "カップ麺", "チョコレート", "ミネラルウォーター"], "衣類": ["Tシャツ", "靴下", "タオル", "帽子", "マフラー"]}
pr = {"文房具": (80, 600), "家電": (2500, 15000), "食品": (100, 900), "衣類": (400, 3500)}
rows = []; i = 0
for k, l in goods.items():
    for g in l:
        price = ri(*pr[k]) // 10 * 10
        for w in R.sample(["東京", "大阪", "福岡"], ri(2, 3)):
            i += 1; s = ri(0, 400) if k != "家電" else ri(0, 60)
            rows.append([f"A{i:03d}", g, k, w, s, ch([20, 30, 50]) if k != "家電" else 10, price, s * price, ch(["山田商事", "佐藤物産", "東洋サプライ", "北海トレード"]), day(date(2024, 3, 1), date(2024, 9, 28))])
out("在庫一覧.csv", ["商品コード", "商品名", "カテゴリ", "倉庫", "在庫数", "最低在庫", "単価", "在庫金額", "仕入先", "最終入荷日"], rows)
# 11 invoices (German, semicolon, decimal comma)
rows = []
kd = ["Müller GmbH", "Bäckerei Schulz", "Autohaus Krüger", "Stadtwerke Fulda", "Hotel Seeblick", "Praxis Dr. Weiß", "Tischlerei Braun", "Kanzlei Vogt", "Gärtnerei Lenz", "Spedition Hartmann"]
ds = sorted(day(date(2023, 1, 2), date(2024, 12, 18)) for _ in range(240))
for i, x in enumerate(ds):
    n = round(R.lognormvariate(6.6, .8), 2); s = ch([19, 19, 19, 7]); m = round(n * s / 100, 2); st = wc({"bezahlt": 16, "offen": 3, "storniert": 1}); f = x + timedelta(days=ch([14, 30]))
    rows.append([f"RE-{x.year}-{i+1:03d}", x.strftime("%d.%m.%Y"), f.strftime("%d.%m.%Y"), (x + timedelta(days=ri(2, 55))).strftime("%d.%m.%Y") if st == "bezahlt" else "", ch(kd), ch(["Beratung", "Wartung", "Material", "Schulung"]), n, s, m, round(n + m, 2), st, ri(0, 3) if st != "storniert" else 0])
out("Rechnungen.csv", ["Rechnungsnr", "Rechnungsdatum", "Fälligkeitsdatum", "Zahlungsdatum", "Kunde", "Leistung", "Nettobetrag", "MwSt-Satz", "MwSt", "Bruttobetrag", "Status", "Mahnungen"], rows, ";", True)
# 12 flights
rows = []
dist = {"BOS": 187, "ORD": 740, "LAX": 2475, "MIA": 1089, "ATL": 760, "SFO": 2586, "DEN": 1626}
ds = sorted(day(date(2023, 1, 1), date(2023, 12, 31)) for _ in range(800))
for i, x in enumerate(ds):
    de = ch(list(dist)); c = R.random() < .025; dd = round(R.expovariate(1 / 26)) - 9
    rows.append([x, ch(["Delta", "United", "JetBlue", "American"]), f"{ri(100,2300)}", ch(["JFK", "EWR", "LGA"]), de, "" if c else dd, "" if c else dd + ri(-16, 14), "" if c else round(dist[de] / 7.4 + ri(10, 35)), dist[de], 1 if c else 0, ri(40, 210) if not c else 0])
out("flights_2023.csv", ["date", "airline", "flight_no", "origin", "destination", "dep_delay", "arr_delay", "air_time", "distance", "cancelled", "passengers"], rows)
# 13 survey
rows = []
for i in range(220):
    e = wc({"School": 4, "Bachelor": 4, "Master": 3, "PhD": 1}); a = ri(18, 70)
    rows.append([i + 1, day(date(2024, 5, 1), date(2024, 6, 30)), a, wc({"Female": 10, "Male": 9, "Other": 1}), e, ch(["North", "South", "East", "West"]), round(R.gauss({"School": 32000, "Bachelor": 43000, "Master": 52000, "PhD": 61000}[e], 8000), -2).__int__() if R.random() > .08 else "", wc({1: 1, 2: 2, 3: 4, 4: 6, 5: 4}), wc({1: 1, 2: 2, 3: 5, 4: 5, 5: 3, "": .5}), ri(0, 10), round(ru(0.5, 9), 1), wc({"Yes": 5, "No": 3, "Maybe": 2})])
out("survey_results.csv", ["Respondent", "Date", "Age", "Gender", "Education", "Region", "Income", "Product Rating", "Service Rating", "Recommend (0-10)", "Screen Time (h/day)", "Buy Again"], rows)
# 14 energy meter (German)
rows = []
for s, z, b in [("Büro", "Z-001", 95), ("Lager", "Z-002", 60), ("Werkstatt", "Z-003", 180)]:
    st = ri(10000, 50000)
    for k in range(366):
        x = date(2024, 1, 1) + timedelta(days=k); v = round(b * (1 + .25 * math.cos(2 * math.pi * k / 366)) * (.3 if x.weekday() > 4 else 1) * ru(.85, 1.15), 1); st += v
        if R.random() < .02: v = ""
        rows.append([x, z, s, round(st), v, round(v * .31, 2) if v != "" else "", "ja" if x.weekday() > 4 else "nein"])
out("Stromverbrauch_2024.csv", ["Datum", "Zähler", "Standort", "Zählerstand", "Verbrauch_kWh", "Kosten_EUR", "Wochenende"], rows)
